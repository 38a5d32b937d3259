import { describe, expect, test } from "bun:test";
import { configurations, FUSION_CHOICES } from "./configurations.ts";

describe("configurations()", () => {
  test("configurations() has each set with each strategy, and a set of one once", () => {
    const table = configurations({
      retrievers: ["lexical", "lexical+dense384", "dense384", "lexical"],
      fusion: ["rrf", "weighted:min-max"],
    });
    expect(table).toEqual([
      { name: "default", options: {} },
      { name: "without turns", options: { turns: false } },
      { name: "lexical", options: { retrievers: ["lexical"] } },
      {
        name: "lexical+dense384, rrf",
        options: { retrievers: ["lexical", "dense384"], fusion: "rrf" },
      },
      {
        name: "lexical+dense384, weighted:min-max",
        options: {
          retrievers: ["lexical", "dense384"],
          fusion: "weighted",
          normalise: "min-max",
        },
      },
      { name: "dense384", options: { retrievers: ["dense384"] } },
    ]);
  });

  test("configurations() takes every choice of its own", () => {
    const table = configurations({ retrievers: ["dense384+lexical"], fusion: FUSION_CHOICES });
    expect(new Set(table.map(({ options }) => JSON.stringify(options))).size).toBe(8);
  });

  for (
    const [retrievers, fusion, message] of [
      ["lexicla", "rrf", 'no retriever "lexicla"; wanted one of dense384, dense1024, lexical. Did'],
      ["lexical+lexical", "rrf", "lexical+lexical names a retriever twice"],
      ["lexical+", "rrf", 'no retriever ""'],
      ["lexical", "rff", "Did you mean rrf?"],
      ["lexical", "weighted:minmax", "Did you mean min-max?"],
      ["lexical", "rrf:min-max", "weighted alone takes a normalisation"],
    ] as const
  ) {
    test(`configurations() refuses ${retrievers} with ${fusion}`, () => {
      expect(() => configurations({ retrievers: [retrievers], fusion: [fusion] }))
        .toThrow(message);
    });
  }
});
