const MINUTE_MS = 60_000;

/** Time until a transaction is final, rounded to whole minutes: zero below half a minute. */
export function finalityMinutes({ blocks, blockMs }: { readonly blocks: number; readonly blockMs: number }): number {
  return Math.round((blocks * blockMs) / MINUTE_MS);
}
