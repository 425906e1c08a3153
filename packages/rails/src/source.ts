import type { TradedCode } from '@quydoi/domain/currencies';
import type { PaymentFact } from '@quydoi/domain/transfer/payment';

/**
 * A source of incoming payments. Within a source a payment is its `sourceId`. Several sources of one network may report the same payment: it is
 * journalled once.
 */
export type Source = ListSource | BlockSource | HeadSource | WebhookSource;

/** A source that is read page by page under a cursor of its own. */
export type PolledSource = ListSource | BlockSource | HeadSource;

interface Polled {
  /** Name of the source and of its stored cursor. */
  readonly name: string;
  /** Pause between reads. */
  readonly pollMs: number;
  /** Pause between reads while no payment is awaited from the source; infinite if it is not read then. By default `pollMs`. */
  readonly idlePollMs?: number;
  /** Minimum pause between a response and the next request, by the provider's rate limit. None by default. */
  readonly minPauseMs?: number;
  /**
   * Reads the page after `cursor`; null starts at the source's default position.
   * @throws RailError when the page cannot be read; the stored cursor is then kept
   */
  read(cursor: string | null, now: Date): Promise<PaymentPage>;
}

/** The provider's own list of payments into our account: authoritative. */
export interface ListSource extends Polled {
  readonly kind: 'list';
  /**
   * Returns a cursor from which the next reads repeat all payments since `from` (the provider's time), besides new ones: a payment may have been
   * inserted behind the cursor. Absent if every read finds such payments.
   */
  readAgain?(cursor: string, from: Date, now: Date): string;
  /**
   * Whether a payment that the provider holds back, as for a review or under the payer's protection, is listed only once it is released, at the time that
   * it was made. Absent where lists tell when money became ours, or hold nothing back.
   */
  readonly listsHeldLate?: boolean;
  /** Name of the webhook source that reports the list's payments. When such a webhook is stored, the role that reads the list reads it at once. */
  readonly hintedBy?: string;
}

interface PolledBlocks extends Omit<Polled, 'read'> {
  /** The chain's own coin, if customers trade it besides a token. Its payments are read only if `watched` is given. */
  readonly coin?: TradedCode;
  /**
   * Reads the page after `cursor`, as other polled sources do.
   * @param watched addresses that are leased, or were until recently: payments of the coin by contracts show only in their balances
   */
  read(cursor: string | null, now: Date, watched?: readonly string[]): Promise<PaymentPage>;
  /**
   * Filters out payments of the coin whose transactions failed, as one to an address that delegates to a contract (EIP-7702) may. Absent if no
   * address of the chain delegates.
   * @throws RailError when the chain cannot be read
   */
  withoutFailed?(facts: readonly PaymentFact[]): Promise<readonly PaymentFact[]>;
}

/** A chain's irreversible blocks: authoritative. Reports transfers to any address; the exchange keeps those to its deposit addresses. */
export interface BlockSource extends PolledBlocks {
  readonly kind: 'blocks';
}

/**
 * Transfers that are not irreversible yet: in a chain's newest blocks, or known to our wallet at a node (Bitcoin). Reports payments sooner, as
 * unconfirmed. Skips old blocks, which the block source reads. May report transfers to any address.
 */
export interface HeadSource extends PolledBlocks {
  readonly kind: 'head';
  /** Minimum lead of the irreversible head over an unconfirmed payment, in chain time, before the payment is dropped as missing. */
  readonly dropAfterMs: number;
}

/** A provider's webhooks. A webhook is a hint: it triggers an immediate read of the network's lists. */
export interface WebhookSource {
  readonly kind: 'webhook';
  /** Name of the route, `/webhooks/NAME`. */
  readonly name: string;
  /**
   * Checks a webhook's signature without parsing its content.
   * @throws RailError trouble `signature` when the signature is invalid
   */
  authenticate(webhook: RawWebhook): void;
  /**
   * Parses the incoming payments in an authenticated webhook; empty when it reports anything else, such as an outgoing transfer. Absent in
   * processes that only store webhooks.
   * @throws RailError trouble `malformed` when the body cannot be parsed
   */
  read?(webhook: RawWebhook): readonly PaymentFact[];
  /** Questions that the provider asks at the same route. Absent where it asks none. */
  readonly questions?: PaymentQuestions;
}

/**
 * Questions that a provider asks before it takes a payment. They are not authenticated; the answer depends only on what anybody who knows the order's
 * reference can see, and nothing is stored.
 */
export interface PaymentQuestions {
  /** Parses a question: the payment, `probe` for a call that only tests the route, `unfit` if no order can fit, null if the call is a webhook. */
  read(webhook: RawWebhook): PaymentQuestion | 'probe' | 'unfit' | null;
  /** Body of the answer that lets the payment through. */
  readonly yes: string;
  /** Body of the answer that stops it; the payer may be shown it. */
  readonly no: string;
}

/** A payment that somebody is about to make for an order. */
export interface PaymentQuestion {
  /** Reference of the order. */
  readonly ref: string;
  readonly account: string;
  readonly unit: TradedCode;
  readonly amount: bigint;
  /** Null when the provider does not tell. */
  readonly payer: string | null;
}

/** A webhook as received. The body is kept unparsed because signatures cover the raw bytes. */
export interface RawWebhook {
  /** Name of the receiving route: the `name` of its `WebhookSource`. */
  readonly source: string;
  /** Header names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly receivedAt: Date;
}

/** A page of a polled source. */
export interface PaymentPage {
  readonly facts: readonly PaymentFact[];
  /** Source ids of rows that could not be parsed. The read continues without them; an operator has to check them. */
  readonly unreadable?: readonly string[];
  /** Rows of the page by whether they could be parsed, payments or not. Absent where the source lists no rows, as a chain. */
  readonly rows?: { readonly parsed: number; readonly unparsed: number };
  /** Source ids of payments that went back to their payer. Those that were journalled before are reported to operators. */
  readonly returned?: readonly string[];
  /** Tokens and coins that no order is paid in, sent to any address; the exchange keeps those to its own. */
  readonly otherAssets?: readonly AssetArrival[];
  /** Cursor of the next page, stored only after the facts are. */
  readonly cursor: string | null;
  /** Whether another page can be read now. */
  readonly more: boolean;
  /** Watermark: every payment before this time has been reported. By the source's clock; for sources without one, the time of the request. */
  readonly watermark?: Date;
}

/** A transfer of a token, or of the network's own coin, that no order is paid in. */
export interface AssetArrival {
  /** Receiving address. */
  readonly account: string;
  /** Id of the transfer; unique within the source. */
  readonly reference: string;
  /** Id of the transaction. */
  readonly txid: string;
  /** The token's contract or name, or the coin's unit. */
  readonly asset: string;
  /** In the asset's smallest unit. */
  readonly amount: bigint;
  readonly payer: string | null;
}
