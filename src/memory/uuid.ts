const PATTERN = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether `value` is a UUID in its usual form, of any version. */
export function isUuid(value: string): boolean {
  return PATTERN.test(value);
}

/**
 * Makes UUIDs of version 7 (RFC 9562 §5.7): a millisecond clock, then a counter
 * in the 12 bits of `rand_a` (§6.2, method 1), then chance. Ids of one maker
 * ascend, so that memories are listed in the order they came, and keys that come
 * together lie together in the database.
 */
export function uuid7Maker(now: () => number = Date.now): () => string {
  let lastMs = 0;
  let counter = 0;
  return () => {
    const ms = now();
    if (ms > lastMs) {
      lastMs = ms;
      counter = Math.floor(Math.random() * 0x400);
    } else if (++counter > 0xfff) {
      // 4,096 in a millisecond, or a clock set back: borrow from the future.
      lastMs++;
      counter = 0;
    }
    const time = lastMs.toString(16).padStart(12, "0");
    const chance = crypto.getRandomValues(new Uint8Array(8));
    chance[0] = ((chance[0] as number) & 0x3f) | 0x80;
    const rest = Array.from(chance, (byte) => byte.toString(16).padStart(2, "0")).join("");
    return `${time.slice(0, 8)}-${time.slice(8)}-7${counter.toString(16).padStart(3, "0")}-` +
      `${rest.slice(0, 4)}-${rest.slice(4)}`;
  };
}
