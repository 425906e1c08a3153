import type { Caller } from '@quydoi/contract/caller';
import { NOUNS } from '@quydoi/contract/nouns';
import type { OrderView } from '@quydoi/contract/orders/order-view';
import type { Exchange } from '@quydoi/contract/ports';
import type { NounTables, PortsOf, Procedure } from '@quydoi/contract/procedure';
import { checkAccess } from './access.ts';
import { fieldsInvalid } from './errors.ts';
import type { Limiter } from './limits.ts';
import { findUnstorableText } from './storable-text.ts';

type UseCase = (caller: Caller, input: unknown) => Promise<unknown>;

/**
 * Ports that enforce what the tables say of each procedure, whichever transport calls it: access, rate limit, and that the database can store
 * the text of the input.
 */
export function guardPorts<N extends NounTables>(nouns: N, ports: PortsOf<N>, limiter: Limiter): PortsOf<N> {
  const guarded = Object.entries(nouns).map(([noun, table]) => {
    const port = ports[noun] as Readonly<Record<string, UseCase>>;
    return [noun, Object.fromEntries(Object.entries(table).map(([name, row]) => [name, guard(row, port[name] as UseCase, limiter)]))];
  });
  return Object.fromEntries(guarded) as PortsOf<N>;
}

/** The customers' ports behind {@link guardPorts}. The polled order has a guard of its own. */
export type GuardedExchange = Omit<Exchange, 'polled'>;

/** Guards the customers' ports. */
export function guardExchange(exchange: Exchange, limiter: Limiter): GuardedExchange {
  return { ...guardPorts(NOUNS.customer, exchange, limiter), webhooks: exchange.webhooks };
}

/**
 * Answers a poll of an order for a caller who is authenticated on the way. Synchronous where authentication and the polled order are.
 * @throws AppError, or rejects with it
 */
export type OrderPoll = (
  visitor: Caller,
  authenticate: (visitor: Caller) => Caller | Promise<Caller>,
  input: { readonly ref: string },
) => OrderView | Promise<OrderView>;

/** The polled order behind the access level and limit of `orders.get`. The token is taken first, so that rejected credentials cost one too. */
export function guardOrderPoll({ polled }: Exchange, limiter: Limiter): OrderPoll {
  const { access, limit } = NOUNS.customer.orders.get;
  return (visitor, authenticate, input) => {
    limiter.take(limit.class, visitor, limit.cost);
    const answer = (caller: Caller) => {
      checkAccess(access, caller.principal);
      limiter.takePrincipal(limit.class, caller.principal, limit.cost);
      return polled.order(caller, input);
    };
    const caller = authenticate(visitor);
    return caller instanceof Promise ? caller.then(answer) : answer(caller);
  };
}

function guard({ access, limit }: Procedure, useCase: UseCase, limiter: Limiter): UseCase {
  return async (caller, input) => {
    checkAccess(access, caller.principal);
    if (limit !== null) {
      limiter.take(limit.class, caller, limit.cost);
      limiter.takePrincipal(limit.class, caller.principal, limit.cost);
    }
    const unstorable = findUnstorableText(input);
    if (unstorable !== null) throw fieldsInvalid([{ field: unstorable, problem: 'not_storable' }]);
    return useCase(caller, input);
  };
}
