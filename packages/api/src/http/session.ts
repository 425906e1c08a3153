import { type Caller, type Principal, VISITOR } from '@quydoi/contract/caller';
import { AppError } from '@quydoi/contract/errors';
import { SESSION_DAYS } from '@quydoi/domain/constants';
import type { AppOptions, HttpContext } from './context.ts';
import { cookieNames } from './device.ts';
import type { PlainHeaders } from './security-headers.ts';

/** Finds the customer of a bearer token: synchronously where it can, null for a token of no session. */
export type FindSession = (token: string) => Principal | null | Promise<Principal | null>;

const BEARER = /^bearer +(\S+) *$/i;
const DAY_SECONDS = 86_400;
const NO_HEADERS: PlainHeaders = Object.freeze({});

/**
 * Authenticates by the bearer token, else by the session's cookie. A bearer token of no session is refused with REQUIRED_LOGIN, so that its client
 * forgets it. A cookie of none, which no script can remove, makes a visitor: pages go on, and only what needs a customer says REQUIRED_LOGIN.
 * @param https as in {@link AppOptions}
 */
export function createPrincipalResolver(https: boolean, find: FindSession): NonNullable<AppOptions['resolvePrincipal']> {
  const { session } = cookieNames(https);
  return ({ cookies, authorization }) => {
    const bearer = authorization === undefined ? undefined : BEARER.exec(authorization)?.[1];
    if (bearer !== undefined) return then(find(bearer), orDead);
    const cookie = cookies[session];
    return cookie === undefined ? VISITOR : then(find(cookie), orVisitor);
  };
}

function then(found: ReturnType<FindSession>, next: (principal: Principal | null) => Principal): Principal | Promise<Principal> {
  return found instanceof Promise ? found.then(next) : next(found);
}

function orDead(principal: Principal | null): Principal {
  if (principal === null) throw new AppError('REQUIRED_LOGIN');
  return principal;
}

function orVisitor(principal: Principal | null): Principal {
  return principal ?? VISITOR;
}

/** The cookie that an answer sets, once a call has begun or ended a session. */
export interface SessionCookie {
  /** @param token of the session that has begun; null: it has ended */
  readonly onSession: (token: string | null) => void;
  headers(): PlainHeaders;
}

/** Makes the session's cookie of one answer. Only browsers that have opened a page of ours get one: programs keep the token themselves. */
export function createSessionCookie({ cookieNames: { session }, options }: HttpContext, { deviceId }: Caller): SessionCookie {
  let headers = NO_HEADERS;
  return {
    onSession(token) {
      if (deviceId === null) return;
      const lifetime = token === null ? 0 : SESSION_DAYS * DAY_SECONDS;
      const attributes = `Path=/; Max-Age=${lifetime}; SameSite=Lax${options.https ? '; Secure' : ''}; HttpOnly`;
      headers = { 'set-cookie': `${session}=${token ?? ''}; ${attributes}` };
    },
    headers: () => headers,
  };
}
