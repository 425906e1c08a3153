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
  /** How long payOS's transfers stay in each state before the last. */
  readonly payoutStepMs: number;
  /** How long slow payouts take to answer. */
  readonly slowPayoutMs: number;
  /** How long after its success a payout is given back. */
  readonly reversalMs: number;
  /** How long a payout waits for its code. */
  readonly otpLifeMs: number;
  /** Time between TRON's blocks; 3 s outside. */
  readonly tronBlockMs: number;
  /** How many blocks TRON's irreversible side is behind; 19 outside. */
  readonly tronSolidBlocks: number;
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
  payoutStepMs: 200,
  slowPayoutMs: 15_000,
  reversalMs: 3_000,
  otpLifeMs: 300_000,
  tronBlockMs: 1_000,
  tronSolidBlocks: 2,
  listPerSecondMax: 3,
};
