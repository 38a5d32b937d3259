/**
 * ln(1 + eᶻ), without overflow: above 0, rising with z, and z itself where z is large.
 * It keeps standardised scores above zero, since a negative one times trust would turn
 * the order round. Dugas et al., "Incorporating Second-Order Functional Knowledge for
 * Better Option Pricing", NIPS 2000.
 *
 * @example
 * ```ts
 * import { softplus } from "./softplus.ts";
 *
 * softplus(0); // ln 2
 * ```
 */
export function softplus(z: number): number {
  return Math.log1p(Math.exp(-Math.abs(z))) + Math.max(0, z);
}
