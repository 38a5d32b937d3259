/** `1 memory`, `1,280 memories`. */
export function counted(count: number, one: string, many: string = `${one}s`): string {
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}

export function memories(count: number): string {
  return counted(count, "memory", "memories");
}

/** A time to the minute, in UTC: `2025-09-03 18:04`; nothing for none. */
export function minute(time: Date | null): string {
  return time?.toISOString().slice(0, 16).replace("T", " ") ?? "";
}
