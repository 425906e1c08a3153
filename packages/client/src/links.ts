import type { AppRouter } from '@quydoi/api/trpc/router';
import { httpLink, type Operation, splitLink, type TRPCLink } from '@trpc/client';
import superjson from 'superjson';
import { readCsrfCookie } from './csrf-cookie.ts';
import { keepUnchanged, linkFetch } from './keep-unchanged.ts';
import type { CallContext, ClientOptions } from './options.ts';
import { polledTransformer } from './polled-transformer.ts';
import { withTimeout } from './time-outs.ts';

/** Procedures answered from encoded snapshots: called singly and without input, and referentially stable while unchanged. */
const POLLED: ReadonlySet<string> = new Set(['config.get', 'config.live']);

/** The HTTP links of a client. */
export function createHttpLink(options: ClientOptions): TRPCLink<AppRouter> {
  const url = `${options.baseUrl}/trpc`;
  const fetch = withTimeout(options.fetch ?? ((input, init) => globalThis.fetch(input, init)));
  return splitLink({
    condition: (op) => POLLED.has(op.path),
    true: httpLink({ url, transformer: polledTransformer, fetch: keepUnchanged(fetch) }),
    // One call per request: an order's key belongs to one order.
    false: httpLink({ url, transformer: superjson, fetch: linkFetch(fetch), headers: ({ op }) => headersOf(op, options) }),
  });
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
