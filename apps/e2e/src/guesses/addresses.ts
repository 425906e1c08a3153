/** The n-th of addresses that each are in a network of their own. */
export function addressOf(n: number): string {
  return `${20 + (n >> 16)}.${(n >> 8) & 255}.${n & 255}.7`;
}
