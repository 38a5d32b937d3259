/** Values to try of each part of a setting. */
export type Axes<S> = { readonly [K in keyof S]: readonly S[K][] };

export interface Tried<S> {
  readonly setting: S;
  readonly score: number;
}

/** How often all axes are gone through: what one of them likes depends on the others. */
const ROUNDS = 2;

/**
 * Looks for the best setting along one axis at a time, the others as they are best so far.
 *
 * @param scoreOf What is to be as high as possible; asked once a setting.
 * @returns All that was tried, the best first.
 */
export async function tune<S extends object>(
  start: S,
  axes: Axes<S>,
  scoreOf: (setting: S) => Promise<number>,
): Promise<Tried<S>[]> {
  const tried = new Map<string, Tried<S>>();
  async function attempt(setting: S): Promise<Tried<S>> {
    const key = JSON.stringify(setting);
    const known = tried.get(key);
    if (known !== undefined) return known;
    const now = { setting, score: await scoreOf(setting) };
    tried.set(key, now);
    return now;
  }

  let best = await attempt(start);
  for (let round = 0; round < ROUNDS; round++) {
    for (const axis of Object.keys(axes) as (keyof S)[]) {
      for (const value of axes[axis]) {
        const next = await attempt({ ...best.setting, [axis]: value });
        if (next.score > best.score) best = next;
      }
    }
  }
  return [...tried.values()].sort((a, b) => b.score - a.score);
}
