import type { Caller } from '@quydoi/contract/caller';
import { NOUNS } from '@quydoi/contract/nouns';
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

/** The customers' ports behind {@link guardPorts}, and the polled order behind the same access level and limit as `orders.get`. */
export function guardExchange(exchange: Exchange, limiter: Limiter): Exchange {
  const { access, limit } = NOUNS.customer.orders.get;
  return {
    ...guardPorts(NOUNS.customer, exchange, limiter),
    polled: {
      order(caller, input) {
        checkAccess(access, caller.principal);
        limiter.take(limit.class, caller, limit.cost);
        return exchange.polled.order(caller, input);
      },
    },
    inbox: exchange.inbox,
  };
}

function guard({ access, limit }: Procedure, useCase: UseCase, limiter: Limiter): UseCase {
  return async (caller, input) => {
    checkAccess(access, caller.principal);
    if (limit !== null) limiter.take(limit.class, caller, limit.cost);
    const unstorable = findUnstorableText(input);
    if (unstorable !== null) throw fieldsInvalid([{ field: unstorable, problem: 'not_storable' }]);
    return useCase(caller, input);
  };
}
