/** A quantity as JSON-RPC writes it. */
export function toHex(value: bigint | number): string {
  return `0x${value.toString(16)}`;
}
