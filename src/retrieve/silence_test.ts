import { expect, test } from "bun:test";
import { Silence, SILENT_AFTER } from "./silence.ts";

test("Silence names a retriever that found nothing so often in a row, until it finds again", () => {
  const silence = new Silence();
  for (let i = 1; i < SILENT_AFTER; i++) silence.heard("lexical", 0);
  silence.heard("dense384", 3);
  expect([...silence.silent]).toEqual([]);
  silence.heard("lexical", 0);
  silence.heard("lexical", 0);
  expect([...silence.silent]).toEqual([["lexical", SILENT_AFTER + 1]]);
  silence.heard("lexical", 1);
  expect([...silence.silent]).toEqual([]);
});
