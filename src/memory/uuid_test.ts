import { describe, expect, test } from "bun:test";
import { contentHash, documentIdOf } from "./content_hash.ts";
import { isUuid, uuid7Maker } from "./uuid.ts";

describe("uuid7Maker()", () => {
  test("uuid7Maker() makes version 7 of variant 10 with the time in front", () => {
    // RFC 9562, appendix A.6: 2022-02-22T19:22:22Z is 0x017F22E279B0 milliseconds.
    const id = uuid7Maker(() => 0x017f22e279b0)();
    expect(id).toMatch(/^017f22e2-79b0-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(isUuid(id)).toBe(true);
  });

  test("uuid7Maker() ascends, however many a millisecond and when the clock is set back", () => {
    let now = 1_700_000_000_000;
    const make = uuid7Maker(() => now);
    const ids = Array.from({ length: 20_000 }, (_, i) => {
      if (i === 10_000) now -= 5_000;
      return make();
    });
    expect(ids).toEqual([...ids].sort());
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe("documentIdOf()", () => {
  test("documentIdOf() is a UUID of version 8 that depends on the hash alone", async () => {
    const hash = await contentHash({
      text: "x",
      sourceType: "user",
      sessionId: null,
      speaker: null,
      occurredAt: null,
      documentId: null,
      part: null,
    });
    // SHA-256 of ["x","user",null,null,null] by sha256sum.
    expect(hash).toBe("cb7b66bd2ec61e75f7dd3f32fb026e69c0af7193c07094ffe3857cb7a2c5a548");
    const id = documentIdOf(hash);
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(documentIdOf(hash)).toBe(id);
  });
});
