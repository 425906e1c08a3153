import type { AppRouter } from '@quydoi/api/trpc/router';
import { createTRPCClient, httpLink, type Operation, splitLink, type TRPCClient, type TRPCLink } from '@trpc/client';
import superjson from 'superjson';
import { readCsrfCookie } from './csrf-cookie.ts';
import { type Fetch, keepUnchanged, linkFetch } from './keep-unchanged.ts';
import { polledTransformer } from './polled-transformer.ts';

/** Procedures that are polled: answered from ready bytes, so they go one by one, without input, and are kept while unchanged. */
const POLLED: ReadonlySet<string> = new Set(['config.get', 'config.live']);

/** Where and as whom to call. */
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

/** A typed client. Its calls throw `TRPCClientError`; `readError` tells what it says. */
export function createClient(options: ClientOptions): TRPCClient<AppRouter> {
  return createTRPCClient<AppRouter>({ links: createLinks(options) });
}

/** The client's links, for bindings that make their own client. */
export function createLinks(options: ClientOptions): TRPCLink<AppRouter>[] {
  const url = `${options.baseUrl}/trpc`;
  const fetch: Fetch = options.fetch ?? ((input, init) => globalThis.fetch(input, init));
  return [
    splitLink({
      condition: (op) => POLLED.has(op.path),
      true: httpLink({ url, transformer: polledTransformer, fetch: keepUnchanged(fetch) }),
      // One call per request: an order's key belongs to one order.
      false: httpLink({ url, transformer: superjson, fetch: linkFetch(fetch), headers: ({ op }) => headersOf(op, options) }),
    }),
  ];
}

function headersOf(op: Operation, options: ClientOptions): Record<string, string> {
  const context = op.context as CallContext;
  const csrfToken = op.type === 'mutation' ? (options.csrfToken ?? readCsrfCookie)() : null;
  const orderKey = context.orderKey ?? options.orderKey?.(refOf(op.input));
  const locale = options.locale?.();
  return {
    ...(csrfToken ? { 'x-xsrf-token': csrfToken } : {}),
    ...(orderKey ? { 'x-order-key': orderKey } : {}),
    ...(context.idempotencyKey ? { 'idempotency-key': context.idempotencyKey } : {}),
    ...(locale ? { 'accept-language': locale } : {}),
  };
}

function refOf(input: unknown): string {
  return input !== null && typeof input === 'object' && 'ref' in input && typeof input.ref === 'string' ? input.ref : '';
}
