import { expect, test } from "bun:test";
import { fromFloat16 } from "./float16.ts";

test("fromFloat16() reads the examples of IEEE 754", () => {
  const examples: [number, number][] = [
    [0x0000, 0],
    [0x8000, -0],
    [0x0001, 2 ** -24],
    [0x03ff, (1023 / 1024) * 2 ** -14],
    [0x0400, 2 ** -14],
    [0x3555, 1365 / 4096],
    [0x3c00, 1],
    [0x3c01, 1 + 2 ** -10],
    [0xc000, -2],
    [0x7bff, 65_504],
    [0x7c00, Infinity],
    [0xfc00, -Infinity],
    [0x7e00, NaN],
  ];
  const found = fromFloat16(Uint16Array.from(examples, ([bits]) => bits));
  expect([...found]).toEqual(examples.map(([, value]) => value));
});
