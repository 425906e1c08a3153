import type { Fetch } from './keep-unchanged.ts';

/** Settings of a client. */
export interface ClientOptions {
  /** Origin of the exchange; empty in its own pages. */
  readonly baseUrl: string;
  /** The key that this device keeps for an order, sent with every call that names the order. */
  orderKey?(ref: string): string | null | undefined;
  /** The CSRF token that writes repeat. Default: the page's `XSRF-TOKEN` cookie. */
  csrfToken?(): string | null;
  /** Language of error messages, one of our codes. Default: the page's `language` cookie, then the browser's. */
  locale?(): string;
  readonly fetch?: Fetch;
}

/** What a single call may carry beside its input: `client.orders.create.mutate(input, { context: { idempotencyKey } })`. */
export interface CallContext {
  /** The same key makes a repeated `orders.create` answer with the first order. */
  readonly idempotencyKey?: string;
  /** Overrides the key that `orderKey` would give. */
  readonly orderKey?: string;
}
