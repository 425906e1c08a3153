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
  /** Pause between reads while nothing is awaited of the source; infinite when it is not read then. By default `pollMs`. */
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
   * The cursor from which the next reads also read again all payments since `from`, by the provider's time, beside new ones: one may have come in
   * behind the cursor. Absent where every read finds such payments.
   */
  readAgain?(cursor: string, from: Date, now: Date): string;
  /** Name of the webhook source that tells of its payments: the list is read at once when such a webhook is stored, by whichever role reads it. */
  readonly hintedBy?: string;
}

interface PolledBlocks extends Omit<Polled, 'read'> {
  /** The chain's own coin, where customers trade it beside a token: its payments are read where `watched` is given. */
  readonly coin?: TradedCode;
  /**
   * As any source's.
   * @param watched addresses that are leased, or were lately: payments of the coin by contracts show only in their balances
   */
  read(cursor: string | null, now: Date, watched?: readonly string[]): Promise<PaymentPage>;
  /**
   * Leaves out payments of the coin whose transactions failed: one to an address that delegates to a contract (EIP-7702) may. Absent where none does.
   * @throws RailError when the chain cannot tell
   */
  withoutFailed?(facts: readonly PaymentFact[]): Promise<readonly PaymentFact[]>;
}

/** A chain's irreversible blocks: authoritative. Reports transfers to any address; the exchange picks those to its deposit addresses. */
export interface BlockSource extends PolledBlocks {
  readonly kind: 'blocks';
}

/**
 * What is not irreversible yet: a chain's newest blocks, or what our wallet at a node sees (Bitcoin). Payments are reported sooner and unconfirmed.
 * Old blocks are skipped, since the block source reads them. May report transfers to any address.
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
 * A provider's questions before it takes a payment. They are not authenticated, and answered from what anybody who knows the order's reference can
 * see; nothing is stored.
 */
export interface PaymentQuestions {
  /** The payment that is asked about; `probe` for a call that only tries the route, `unfit` for a question that no order can fit, null for a webhook. */
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
  /** Name of the receiving route, as of its `WebhookSource`. */
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
  /** Tokens and coins that no order is paid in, to any address; the exchange picks those at its own. */
  readonly otherAssets?: readonly AssetArrival[];
  /** Cursor of the next page, stored only after the facts are. */
  readonly cursor: string | null;
  /** Whether another page is ready now. */
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
