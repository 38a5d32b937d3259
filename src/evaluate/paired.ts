import { BicameralError } from "../errors.ts";

/** Pairs of two rows of numbers; throws where they can't be paired or compared. */
export function paired(
  name: string,
  a: readonly number[],
  b: readonly number[],
): [number, number][] {
  if (a.length !== b.length) {
    throw new BicameralError(
      "INVALID_INPUT",
      `${name} got ${a.length} and ${b.length} numbers; wanted as many of each.`,
    );
  }
  return a.map((x, i) => [checked(name, x), checked(name, b[i] as number)]);
}

function checked(name: string, value: number): number {
  if (Number.isFinite(value)) return value;
  throw new BicameralError("INVALID_INPUT", `${name} got ${value}; wanted finite numbers.`);
}
