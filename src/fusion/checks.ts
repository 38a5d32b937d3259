import { BicameralError } from "../errors.ts";

/** A list that takes part in a fusion. */
export interface Voter<Item> {
  readonly list: readonly Item[];
  /** Which of the lists it is. */
  readonly at: number;
  /** More than 0. */
  readonly weight: number;
}

/**
 * The lists that have a weight.
 *
 * @param by Whose weights they are, for the message.
 * @throws {BicameralError} `INVALID_INPUT` for a weight that is negative or not finite.
 */
export function voters<Item>(
  by: string,
  lists: readonly (readonly Item[])[],
  weights: readonly number[] = [],
): Voter<Item>[] {
  return lists.flatMap((list, at) => {
    const weight = weights[at] ?? 1;
    checkLeast(by, "A weight", weight, 0);
    return weight === 0 ? [] : [{ list, at, weight }];
  });
}

/** Refuses what is less than `least`, or not finite. */
export function checkLeast(by: string, name: string, value: number, least: number): void {
  if (!(Number.isFinite(value) && value >= least)) {
    throw refusal(by, name, value, `${least} or more`);
  }
}

/** Refuses what is not above `limit`, or not finite. */
export function checkAbove(by: string, name: string, value: number, limit: number): void {
  if (!(Number.isFinite(value) && value > limit)) {
    throw refusal(by, name, value, `more than ${limit}`);
  }
}

/** Refuses what is not finite. */
export function checkFinite(by: string, name: string, value: number): void {
  if (!Number.isFinite(value)) throw refusal(by, name, value, "a finite number");
}

function refusal(by: string, name: string, value: number, wanted: string): BicameralError {
  return new BicameralError("INVALID_INPUT", `${name} of ${by} is ${value}; wanted ${wanted}.`);
}
