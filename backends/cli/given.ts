/** An object whose entries may be absent, but are never undefined. */
export type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** Leaves out what is undefined: options that were not given. */
export function given<T extends object>(entries: T): Given<T> {
  return Object.fromEntries(
    Object.entries(entries).filter(([, value]) => value !== undefined),
  ) as Given<T>;
}
