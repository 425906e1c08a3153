/** Current time by the device's clock, in Unix milliseconds. The web app's only access to the clock. */
export function nowMs(): number {
  return Date.now();
}
