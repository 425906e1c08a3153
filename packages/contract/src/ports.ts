import type { Caller } from './caller.ts';
import type { configProcedures } from './config.ts';
import type { lookupProcedures } from './lookups.ts';
import type { operationProcedures } from './operations.ts';
import type { OrderView, orderProcedures } from './orders.ts';
import type { PortOf } from './procedure.ts';
import type { reviewProcedures } from './reviews.ts';

/** A webhook as the transport received it. Its rail checks and reads it. */
export interface WebhookInput {
  readonly source: string;
  /** Header names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A polled object in all the encodings it is asked for, made once per change. `plain` holds the tRPC answer's bytes. */
export interface Snapshot<T> {
  readonly version: string;
  readonly etag: string;
  readonly view: T;
  readonly plain: Uint8Array;
  readonly gzip: Uint8Array;
  readonly brotli: Uint8Array;
}

/** What customers and third parties can do; the two doors of `packages/api` know nothing else. */
export interface Exchange {
  readonly config: PortOf<typeof configProcedures>;
  readonly orders: PortOf<typeof orderProcedures>;
  readonly lookups: PortOf<typeof lookupProcedures>;
  readonly reviews: PortOf<typeof reviewProcedures>;
  /**
   * `orders.get` for those who ask every few seconds: the very same object until the order changes, at once when it is at hand. Its `serverTime`
   * is when it was made.
   */
  readonly polled: { order(caller: Caller, input: { readonly ref: string }): OrderView | Promise<OrderView> };
  /** Takes a provider's webhook into the inbox. Errors: SIGNATURE_INVALID, BODY_INVALID, NOT_FOUND (no such source). */
  readonly inbox: { receive(input: WebhookInput): Promise<void> };
}

/** What operators can do. */
export type Operations = PortOf<typeof operationProcedures>;
