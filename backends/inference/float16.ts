/**
 * Reads numbers of IEEE 754 binary16: one sign bit, five of exponent, ten of mantissa.
 *
 * @param bits The 16 bits of each.
 */
export function fromFloat16(bits: Uint16Array): Float32Array {
  const numbers = new Float32Array(bits.length);
  for (let i = 0; i < bits.length; i++) numbers[i] = VALUES[bits[i]!]!;
  return numbers;
}

/** The value of all bit patterns: a look-up is what 16 million numbers a run can afford. */
const VALUES = Float32Array.from({ length: 0x10000 }, (_, bits) => {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = bits >> 10 & 0x1f;
  const mantissa = (bits & 0x3ff) / 0x400;
  if (exponent === 0x1f) return mantissa === 0 ? sign * Infinity : NaN;
  return sign * (exponent === 0 ? mantissa * 2 ** -14 : (1 + mantissa) * 2 ** (exponent - 15));
});
