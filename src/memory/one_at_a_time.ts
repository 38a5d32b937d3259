/** Runs work when all work handed in before has settled. */
export type OneAtATime = <T>(work: () => Promise<T>) => Promise<T>;

/** A queue for one; a failure does not hold up what comes after. */
export function oneAtATime(): OneAtATime {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    last = result.catch(() => {});
    return result;
  };
}
