/** The present moment by this device's clock, in milliseconds. The only place that reads it. */
export function nowMs(): number {
  return Date.now();
}
