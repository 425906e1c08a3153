import type { Principal } from '@quydoi/contract/caller';
import { AppError } from '@quydoi/contract/errors';
import { isOutage } from '@quydoi/database/outage';
import { findSession } from '@quydoi/database/repositories/sessions';
import { LRUCache } from 'lru-cache';
import type { Ctx } from '../context.ts';
import { lockOf } from './screen.ts';
import type { SessionTokens } from './session-tokens.ts';

/** Sessions of this process's callers, cached so that polls wait for no query. */
export interface Sessions {
  /**
   * The customer whom a bearer token logs in, synchronously while cached; null for a token that we did not make, once its session is over, and where
   * the row of its session is another customer's. Rejects with UNAVAILABLE while the database is.
   */
  find(bearer: string): Principal | null | Promise<Principal | null>;
  /** Forgets what is cached of these customers; of all, without an argument. */
  drop(customerIds?: readonly string[]): void;
}

/** Most cached sessions; the one that was not used for longest goes first. About 300 bytes each. */
const SESSIONS_MAX = 20_000;
/** How long a session is believed without asking the database. Its end is notified, so this matters only where a notification is lost. */
const FRESH_MS = 30_000;

interface CachedSession {
  readonly principal: Principal & { readonly kind: 'customer' };
  readonly expiresAtMs: number;
  readonly readAtMs: number;
  /** When it locks unless it is used; the database knows whether it was. */
  readonly locksAtMs: number;
}

/** Creates the cache. The process's notification listener has to call `drop`. */
export function createSessions(ctx: Pick<Ctx, 'orm' | 'clock'>, tokens: SessionTokens): Sessions {
  const cache = new LRUCache<string, CachedSession>({ max: SESSIONS_MAX });
  /** Grows with every drop: what was read before may be what was dropped. */
  let drops = 0;

  async function read(bearer: string, token: string, customerId: string): Promise<Principal | null> {
    const [dropsBefore, now] = [drops, ctx.clock.now()];
    const session = await findSession(ctx.orm, token, now).catch((error: unknown) => {
      throw isOutage(error) ? new AppError('UNAVAILABLE', {}, { cause: 'database' }) : error;
    });
    if (session?.customerId !== customerId) return null;
    const { isLocked, locksAtMs } = lockOf(session, now);
    const principal = Object.freeze({ kind: 'customer', customerId, sessionId: session.id, ...(isLocked ? { isLocked } : {}) } as const);
    if (drops === dropsBefore) cache.set(bearer, { principal, expiresAtMs: session.expiresAt.getTime(), readAtMs: now.getTime(), locksAtMs });
    return principal;
  }

  return {
    find(bearer) {
      const known = cache.get(bearer);
      const nowMs = ctx.clock.now().getTime();
      if (known !== undefined && nowMs < Math.min(known.expiresAtMs, known.locksAtMs, known.readAtMs + FRESH_MS)) return known.principal;
      cache.delete(bearer);
      const opened = tokens.open(bearer);
      return opened === null ? null : read(bearer, opened.token, opened.customerId);
    },
    drop(customerIds) {
      drops += 1;
      for (const [bearer, { principal }] of [...cache.entries()]) {
        if (customerIds === undefined || customerIds.includes(principal.customerId)) cache.delete(bearer);
      }
    },
  };
}
