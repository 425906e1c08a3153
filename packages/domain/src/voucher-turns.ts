/** Wrong vouchers a minute that the issuer is asked about: it locks out who asks about many, and with us all customers. */
const REFUSALS_PER_MINUTE_MAX = 10;
/** Wrong vouchers from one IP network in an hour after which the network counts as guessing. */
const GUESSING_FROM = 2;
/** Wrong vouchers a minute of all guessing networks together, as many as one order may have: the rest of the budget is for those that do not guess. */
const GUESSES_PER_MINUTE_MAX = 5;

/** Vouchers from one IP network that the issuer refused. */
export interface RefusedVouchers {
  /** Keyed hash of the IP network of the orders. */
  readonly origin: string;
  readonly lastMinute: number;
  readonly lastHour: number;
}

/** Whether the issuer is left alone altogether. */
export function isIssuerSpared(refused: readonly RefusedVouchers[]): boolean {
  return lastMinuteOf(refused) >= REFUSALS_PER_MINUTE_MAX;
}

/**
 * IP networks whose vouchers wait for a while because theirs were wrong, so that nobody's guesses use up the budget of others.
 * @param refused of the last hour, each network once
 */
export function networksPutOff(refused: readonly RefusedVouchers[]): readonly string[] {
  const guessing = refused.filter(({ lastHour }) => lastHour >= GUESSING_FROM);
  return lastMinuteOf(guessing) < GUESSES_PER_MINUTE_MAX ? [] : guessing.map(({ origin }) => origin);
}

function lastMinuteOf(refused: readonly RefusedVouchers[]): number {
  return refused.reduce((sum, { lastMinute }) => sum + lastMinute, 0);
}
