import { say } from "./progress.ts";

/** What is measured in turn, by name. */
type Contenders = Readonly<Record<string, () => Promise<unknown>>>;

/** What each gave, a value a round. */
type Rounds<C extends Contenders> = {
  readonly [K in keyof C]: Awaited<ReturnType<C[K]>>[];
};

/**
 * Runs contenders in turn, A B C A B C …, so that a machine which gets slower or
 * faster meanwhile does so for all of them.
 */
export async function alternate<C extends Contenders>(
  label: string,
  rounds: number,
  contenders: C,
): Promise<Rounds<C>> {
  const results = new Map<string, unknown[]>();
  for (let round = 1; round <= rounds; round++) {
    for (const [name, run] of Object.entries(contenders)) {
      say(`${label}, round ${round} of ${rounds}: ${name}`);
      results.set(name, [...results.get(name) ?? [], await run()]);
    }
  }
  return Object.fromEntries(results) as Rounds<C>;
}
