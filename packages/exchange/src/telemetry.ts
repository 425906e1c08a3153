/** Security refusals that the code of an error response does not tell. */
export type SilentRefusal =
  /** An order was read or acted on with an invalid key; the caller was treated as one without a key. */
  | 'order_key'
  /** A holder's name was not told, because a budget of names is spent. */
  | 'name_budget'
  /** A stored webhook failed its second signature check. */
  | 'webhook_signature'
  /** The signer rejected a payout not supported by its own evidence. */
  | 'payout_evidence'
  /** A payout waits because money that it pays out for is not in the provider's own records. */
  | 'payout_confirmation'
  /** A payout waits for an operator's approval. */
  | 'payout_approval'
  /** A voucher was submitted with the web's login, and not by the web's process. */
  | 'voucher_evidence'
  /** A record of a payment was made with the signer's login, and not by the signer's process. */
  | 'forged_evidence'
  /** Rows of the ledger, the audit log or the settings differ from their seal. */
  | 'broken_seal'
  /** A signed transfer was not stored because a live transfer has one of its slots. */
  | 'transfer_slot';

/**
 * Measurements that use cases report themselves. Changes to the money tables are observed at the database's one writer
 * (`observeChanges`), provider calls at the rails, and durations by the programs, because lower layers read no clock.
 */
export interface Telemetry {
  /** Counts handled and failed items of the running job. */
  itemsHandled(handled: number, failed: number): void;
  /** Counts a refusal. */
  refused(refusal: SilentRefusal): void;
}

/** No-op telemetry. */
export const NO_TELEMETRY: Telemetry = { itemsHandled: () => {}, refused: () => {} };
