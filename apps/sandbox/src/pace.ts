/** The sandbox's times. Tests shorten them. */
export interface Pace {
  /** One step of SePay's retry schedule; a minute outside, a second here. */
  readonly webhookStepMs: number;
  /** How long the sandbox waits for a webhook's answer. */
  readonly webhookTimeoutMs: number;
  /** How long slow name lookups take. */
  readonly slowLookupMs: number;
  /** How much later `confirm-applied-late` books. */
  readonly lateBookingMs: number;
  /** How much later `history-delayed` shows a payment. */
  readonly historyDelayMs: number;
  /** Requests to SePay's list that are answered per second. */
  readonly listPerSecondMax: number;
}

/** The times of a sandbox that people use. */
export const DEFAULT_PACE: Pace = {
  webhookStepMs: 1_000,
  webhookTimeoutMs: 10_000,
  slowLookupMs: 8_000,
  lateBookingMs: 3_000,
  historyDelayMs: 2_000,
  listPerSecondMax: 3,
};
