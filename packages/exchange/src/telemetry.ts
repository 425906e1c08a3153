/** Refusals for security reasons that no error answer shows. */
export type SilentRefusal =
  /** An order was asked for with a key that is not its own; the caller got the masked view. */
  | 'order_key'
  /** A stored webhook failed its second signature check. */
  | 'webhook_signature'
  /** The signer refused a payout that does not follow from its own evidence. */
  | 'payout_evidence';

/**
 * Measurements that use cases report themselves. Changes to the money tables are observed at the database's one writer
 * (`observeChanges`), provider calls at the rails, and durations by the programs, because nothing below them reads a clock.
 */
export interface Telemetry {
  /** Counts items of the running job: how many were handled, and how many failed. */
  itemsHandled(handled: number, failed: number): void;
  /** Counts a refusal. */
  refused(refusal: SilentRefusal): void;
}

/** Telemetry of programs and tests that measure nothing. */
export const NO_TELEMETRY: Telemetry = { itemsHandled: () => {}, refused: () => {} };
