import { type Caller, VISITOR } from '@quydoi/contract/caller';
import { AppError, type ErrorCode } from '@quydoi/contract/errors';
import { NOUNS } from '@quydoi/contract/nouns';
import type { OrderView } from '@quydoi/contract/orders/order-view';
import type { Exchange } from '@quydoi/contract/ports';
import type { LimitClass, NounTables, PortsOf, Procedure } from '@quydoi/contract/procedure';
import { checkAccess, isLocked } from './access.ts';
import { fieldsInvalid } from './errors.ts';
import type { Limiter } from './limits.ts';
import { findUnstorableText } from './storable-text.ts';

type UseCase = (caller: Caller, input: unknown) => Promise<unknown>;

/** Whether operators have blocked an address. @param addressBlock an IPv4 address, or the /64 of an IPv6 address */
export type IsIpBlocked = (addressBlock: string) => Promise<boolean>;

/**
 * What a blocked network is refused: orders, accounts, logins and what is confirmed with a password, messages, and looks at vouchers. Its orders can
 * be seen, paid, claimed and decided on, for which names are looked up, because their customers may have paid, and a network that is blocked for one
 * customer has others in it.
 */
const BLOCKABLE: ReadonlySet<LimitClass> = new Set<LimitClass>(['create', 'voucher-check', 'coupon', 'register', 'login', 'mail']);

/**
 * Ports that enforce what the tables say of each procedure, whichever transport calls it: access, rate limit, that the caller's network is not
 * blocked, and that the database can store the text of the input.
 */
export function guardPorts<N extends NounTables>(
  nouns: N,
  ports: PortsOf<N>,
  limiter: Limiter,
  isIpBlocked: IsIpBlocked = async () => false,
): PortsOf<N> {
  const guarded = Object.entries(nouns).map(([noun, table]) => {
    const port = ports[noun] as Readonly<Record<string, UseCase>>;
    return [noun, Object.fromEntries(Object.entries(table).map(([name, row]) => [name, guard(row, port[name] as UseCase, limiter, isIpBlocked)]))];
  });
  return Object.fromEntries(guarded) as PortsOf<N>;
}

/** The customers' ports behind {@link guardPorts}. The polled order has a guard of its own. */
export type GuardedExchange = Omit<Exchange, 'polled'>;

/** Guards the customers' ports. */
export function guardExchange(exchange: Exchange, limiter: Limiter, isIpBlocked?: IsIpBlocked): GuardedExchange {
  const { pictures, webhooks } = exchange;
  return { ...guardPorts(NOUNS.customer, exchange, limiter, isIpBlocked), pictures: guardPictures(pictures, limiter), webhooks };
}

/** Pictures by their address, counted like polls. */
function guardPictures({ avatar, article }: Exchange['pictures'], limiter: Limiter): Exchange['pictures'] {
  return {
    article,
    async avatar(caller, id) {
      checkAccess({ access: 'customer' }, caller.principal);
      limiter.take('poll', caller);
      limiter.takePrincipal('poll', caller.principal);
      return avatar(caller, id);
    },
  };
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
  const row = NOUNS.customer.orders.get;
  const { limit } = row;
  return (visitor, authenticate, input) => {
    limiter.take(limit.class, visitor, limit.cost);
    const answer = (caller: Caller) => {
      checkAccess(row, caller.principal);
      limiter.takePrincipal(limit.class, caller.principal, limit.cost);
      return polled.order(publicOf(caller), input);
    };
    const caller = authenticate(visitor);
    return caller instanceof Promise ? caller.then(answer) : answer(caller);
  };
}

function guard(row: Procedure, useCase: UseCase, limiter: Limiter, isIpBlocked: IsIpBlocked): UseCase {
  const { access, session, limit, guess } = row;
  return async (caller, input) => {
    checkAccess(row, caller.principal);
    if (guess && hasText(input, guess.field)) {
      limiter.take(guess.limit.class, caller, guess.limit.cost);
      limiter.takePrincipal(guess.limit.class, caller.principal, guess.limit.cost);
    }
    if (limit !== null) {
      limiter.take(limit.class, caller, limit.cost);
      limiter.takePrincipal(limit.class, caller.principal, limit.cost);
      if (BLOCKABLE.has(limit.class) && (await isIpBlocked(caller.addressBlock))) throw new AppError('IP_BLOCKED');
    }
    const unstorable = findUnstorableText(input);
    if (unstorable !== null) throw fieldsInvalid([{ field: unstorable, problem: 'not_storable' }]);
    // A login ends the session that it is made with, locked or not.
    if (access !== 'anyone' || session !== undefined || !isLocked(caller.principal)) return useCase(caller, input);
    return useCase(publicOf(caller), input).catch(refuseLocked);
  };
}

/** What a visitor is refused for want of a login. */
const NEEDS_LOGIN: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['REQUIRED_LOGIN', 'LOGIN_FOR_AMOUNT', 'COUPON_FOR_MEMBERS']);

/** The caller as others see them while the screen is locked: a visitor, for whom public pages and orders without an account go on. */
function publicOf(caller: Caller): Caller {
  return isLocked(caller.principal) ? { ...caller, principal: VISITOR } : caller;
}

/** Names the lock where the caller would have what is wanted. */
function refuseLocked(thrown: unknown): never {
  throw thrown instanceof AppError && NEEDS_LOGIN.has(thrown.code) ? new AppError('SCREEN_LOCKED') : thrown;
}

/** Whether a field of an input has a text other than spaces. */
function hasText(input: unknown, field: string): boolean {
  const value = typeof input === 'object' && input !== null ? (input as Readonly<Record<string, unknown>>)[field] : undefined;
  return typeof value === 'string' && value.trim() !== '';
}
