import type { Caller } from './caller.ts';
import type { CustomerNouns, OperatorNouns } from './nouns.ts';
import type { OrderView } from './orders/order-view.ts';
import type { PortOf, PortsOf } from './procedure.ts';

/** A webhook as the transport received it. Its rail checks and reads it. */
export interface WebhookInput {
  readonly source: string;
  /** Header names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A polled view. The object is replaced when its content changes, and only then. */
export interface Snapshot<T> {
  readonly version: string;
  /** Hash of the content, quoted as an HTTP entity tag. */
  readonly etag: string;
  readonly view: T;
}

/** Use cases of customers and third parties: all that the transports in `packages/api` know of the exchange. */
export interface Exchange extends PortsOf<CustomerNouns> {
  /**
   * `orders.get` for pollers: referentially stable until the order changes, and synchronous while the order is cached. `serverTime` is when the
   * view was made.
   */
  readonly polled: { order(caller: Caller, input: { readonly ref: string }): OrderView | Promise<OrderView> };
  /** Pictures that the site serves by their address. */
  readonly pictures: {
    /** The caller's own picture, a JPEG; null for any other id. Error: REQUIRED_LOGIN. */
    avatar(caller: Caller, id: string): Promise<Uint8Array | null>;
    /** The picture of a published article, a JPEG, by its SHA-256; null if there is none. */
    article(hash: string): Promise<Uint8Array | null>;
  };
  /**
   * Stores a provider's webhook before it is acknowledged, or answers its question before a payment. Errors: SIGNATURE_INVALID, BODY_INVALID,
   * NOT_FOUND (no such source). Returns the text that the provider expects, or null for any acknowledgement.
   */
  readonly webhooks: { receive(input: WebhookInput): Promise<string | null> };
}

/** Use cases of the noun `operations`. */
export type Operations = PortOf<OperatorNouns['operations']>;
