import { describe, expect, test } from "bun:test";
import { fields, table } from "./table.ts";

describe("table()", () => {
  test("table() aligns columns, right and left, also of wide characters", () => {
    expect(table([{ title: "Name" }, { title: "Hits", align: "right" }, { title: "Text" }], [
      ["Jiahui", "9", "wren"],
      ["家惠", "12", "🐦"],
    ])).toBe([
      "Name    Hits  Text",
      "Jiahui     9  wren",
      "家惠      12  🐦",
    ].join("\n"));
  });

  test("table() cuts the last column to the width", () => {
    const rows = [["a", "The wren nests in the gutter"]];
    expect(table([{ title: "Id" }, { title: "Text" }], rows, { width: 18 }).split("\n")[1]).toBe(
      "a   The wren nest…",
    );
  });

  test("table() keeps a row in a line, and lets no control sequence through", () => {
    const shown = table([{ title: "Text" }], [["two\nlines \x1b[31mred\x07"]]);
    expect(shown).toBe("Text\ntwo lines \ufffd[31mred\ufffd");
  });

  test("table() shows the titles alone when there are no rows", () => {
    expect(table([{ title: "A" }, { title: "B" }], [])).toBe("A  B");
  });
});

describe("fields()", () => {
  test("fields() aligns values, of several lines as well", () => {
    expect(fields([["Id", "1"], ["Speaker", "家惠\nand\x1b"], ["", "more"]])).toBe([
      "Id       1",
      "Speaker  家惠",
      "         and\ufffd",
      "         more",
    ].join("\n"));
  });
});
