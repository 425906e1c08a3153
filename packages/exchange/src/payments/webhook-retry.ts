const RETRY_BASE_MS = 1_000;
const RETRY_MAX_MS = 60_000;

/** Time at which a webhook is looked at again that had this many tries before: each time twice as late. */
export function webhookRetryAt(tries: number, now: Date): Date {
  return new Date(now.getTime() + Math.min(RETRY_BASE_MS * 2 ** tries, RETRY_MAX_MS));
}
