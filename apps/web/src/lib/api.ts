import type { ConfigView, LiveView } from '@quydoi/contract/config';
import type { ErrorParams } from '@quydoi/contract/errors';
import type { ActInput, CreatedOrderView, CreateOrderInput, DecisionView, OrderView } from '@quydoi/contract/orders';
import { createContext, use } from 'react';

/** An action on an order with what it needs. */
export type ActRequest = Omit<ActInput, 'ref'>;

/** What the pages ask of the server. */
export interface Api {
  config(): Promise<ConfigView>;
  live(): Promise<LiveView>;
  /** @param key the order link's key, when this device has it */
  order(ref: string, key: string | null): Promise<OrderView>;
  /** @param idempotencyKey the same for every try of the same order */
  createOrder(input: CreateOrderInput, idempotencyKey: string): Promise<CreatedOrderView>;
  act(ref: string, request: ActRequest, key: string | null): Promise<OrderView>;
  /** What can be decided about an order's mismatch, priced now. */
  decision(ref: string, key: string | null): Promise<DecisionView>;
  /** Reviews a delivered order, once. */
  createReview(ref: string, content: string, email: string): Promise<void>;
  /** The holder's name, or WAITING, or ACCOUNT_NAME_INVALID. */
  accountName(type: string, accountNumber: string): Promise<string>;
}

/** A refusal by the server. `code` is one of the contract's; anything that is not a refusal (no connection) is another error. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: string;
  readonly params: ErrorParams;
  readonly details: unknown;
  readonly requestId: string;

  constructor(fields: { code: string; message: string; params?: ErrorParams; details?: unknown; requestId?: string }) {
    super(fields.message);
    this.code = fields.code;
    this.params = fields.params ?? {};
    this.details = fields.details ?? null;
    this.requestId = fields.requestId ?? '';
  }
}

/** The connection to the server, given to the pages at the root. */
export const ApiContext = createContext<Api | null>(null);

/** The connection to the server. */
export function useApi(): Api {
  const api = use(ApiContext);
  if (!api) throw new Error('useApi outside ApiContext');
  return api;
}
