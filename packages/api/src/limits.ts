import type { Caller, Principal } from '@quydoi/contract/caller';
import { AppError, type ErrorCode } from '@quydoi/contract/errors';
import type { LimitClass as ProcedureClass } from '@quydoi/contract/procedure';
import { addressNetwork } from '@quydoi/domain/address/address-network';

/**
 * Classes of requests that are counted separately: the procedures' own, bodies that hold files, those of requests that call no procedure, requests
 * whose credentials were rejected, and requests that were refused before any procedure counted them.
 */
export type LimitClass = ProcedureClass | 'upload' | 'page' | 'webhook' | 'credentials' | 'refused';

/** A token bucket: `burst` requests at once, then `perSecond` steadily. */
export interface Rate {
  readonly burst: number;
  readonly perSecond: number;
}

/** Rates of one class: for a device, for all callers of an IP address or IP network together, and for a principal on all its devices. */
export interface LimitRule {
  readonly device: Rate;
  readonly address: Rate;
  /** IPv4 /24, IPv6 /48. Absent where requests are signed. */
  readonly network?: Rate;
  /** Absent for classes that are counted before authentication only. */
  readonly principal?: Rate;
}

/** The limits of every class. */
export type Limits = Readonly<Record<LimitClass, LimitRule>>;

/**
 * Limits where the installation sets none. Those of an address are wide, because many phones share one; a caller without a device
 * cookie is counted by address only.
 */
export const DEFAULT_LIMITS: Limits = {
  create: {
    device: { burst: 10, perSecond: 0.5 },
    address: { burst: 300, perSecond: 20 },
    network: { burst: 1_200, perSecond: 80 },
    principal: { burst: 30, perSecond: 2 },
  },
  lookup: {
    device: { burst: 30, perSecond: 1 },
    address: { burst: 120, perSecond: 5 },
    network: { burst: 600, perSecond: 25 },
    principal: { burst: 60, perSecond: 2 },
  },
  act: {
    device: { burst: 20, perSecond: 1 },
    address: { burst: 200, perSecond: 20 },
    network: { burst: 800, perSecond: 80 },
    principal: { burst: 60, perSecond: 4 },
  },
  // A customer tries a few times. A stranger who guesses at others' payments needs a new order for every three claims.
  claim: {
    device: { burst: 6, perSecond: 1 / 300 },
    address: { burst: 60, perSecond: 0.2 },
    network: { burst: 240, perSecond: 0.8 },
    principal: { burst: 12, perSecond: 1 / 150 },
  },
  // An issuer that is asked too often about wrong vouchers locks us out.
  voucher: {
    device: { burst: 6, perSecond: 1 / 30 },
    address: { burst: 30, perSecond: 0.5 },
    network: { burst: 120, perSecond: 2 },
    principal: { burst: 12, perSecond: 1 / 15 },
  },
  // A customer types a code or two. Codes of four letters could be guessed by many tries.
  coupon: {
    device: { burst: 10, perSecond: 1 / 15 },
    address: { burst: 60, perSecond: 0.2 },
    network: { burst: 240, perSecond: 0.8 },
    principal: { burst: 20, perSecond: 0.2 },
  },
  // One look every 15 seconds, as the answer to the next one says.
  'voucher-check': {
    device: { burst: 1, perSecond: 1 / 15 },
    address: { burst: 4, perSecond: 4 / 15 },
    network: { burst: 16, perSecond: 16 / 15 },
    principal: { burst: 1, perSecond: 1 / 15 },
  },
  // An account takes a hash of a password, and is rarely opened twice.
  register: {
    device: { burst: 3, perSecond: 1 / 600 },
    address: { burst: 20, perSecond: 1 / 60 },
    network: { burst: 80, perSecond: 1 / 15 },
    principal: { burst: 3, perSecond: 1 / 600 },
  },
  // A picture takes a process of its own to be read; three make an identity.
  upload: {
    device: { burst: 12, perSecond: 1 / 600 },
    address: { burst: 40, perSecond: 1 / 60 },
    network: { burst: 160, perSecond: 1 / 15 },
    principal: { burst: 20, perSecond: 1 / 600 },
  },
  // Mails that strangers are sent are also counted by address (exchange/accounts/ask-mail.ts).
  mail: {
    device: { burst: 5, perSecond: 1 / 120 },
    address: { burst: 20, perSecond: 1 / 30 },
    network: { burst: 80, perSecond: 1 / 8 },
    principal: { burst: 5, perSecond: 1 / 120 },
  },
  // Wrong passwords are also counted by account (exchange/accounts/login.ts).
  login: {
    device: { burst: 20, perSecond: 0.1 },
    address: { burst: 60, perSecond: 0.2 },
    network: { burst: 240, perSecond: 0.8 },
    principal: { burst: 20, perSecond: 0.1 },
  },
  // A mobile carrier has thousands of phones behind the addresses of one network, each of which asks for its order every second or two.
  poll: {
    device: { burst: 60, perSecond: 10 },
    address: { burst: 2_000, perSecond: 500 },
    network: { burst: 8_000, perSecond: 2_000 },
    principal: { burst: 600, perSecond: 100 },
  },
  page: { device: { burst: 60, perSecond: 5 }, address: { burst: 300, perSecond: 20 }, network: { burst: 1_200, perSecond: 80 } },
  webhook: { device: { burst: 2_000, perSecond: 500 }, address: { burst: 2_000, perSecond: 500 } },
  credentials: { device: { burst: 20, perSecond: 1 }, address: { burst: 200, perSecond: 20 }, network: { burst: 800, perSecond: 80 } },
  refused: { device: { burst: 30, perSecond: 1 }, address: { burst: 300, perSecond: 20 }, network: { burst: 1_200, perSecond: 80 } },
};

/** Refusals of requests that no procedure has counted yet. */
const UNCOUNTED: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'VALIDATION_FAILED',
  'BODY_INVALID',
  'PAYLOAD_TOO_LARGE',
  'CSRF_INVALID',
  'REQUIRED_LOGIN',
  'SCREEN_LOCKED',
  'FORBIDDEN',
  'NOT_FOUND',
  'METHOD_NOT_ALLOWED',
]);

/** Most buckets kept at a time; the longest unused one goes first. About 200 bytes each. */
export const BUCKETS_MAX = 100_000;
/** How many of the longest unused buckets are examined at each use of a bucket. Full ones are deleted: an absent bucket counts as full. */
const EXAMINED_PER_USE = 2;

/** Counts requests. */
export interface Limiter {
  /** Buckets in memory. */
  size(): number;
  /** Counts one request of a device, address and network, as `cost` tokens (default 1). @throws AppError TOO_MANY_REQUESTS (for vouchers' checks TRY_AGAIN_AFTER_15_SECONDS) with `retryAfterSeconds` in its details */
  take(limitClass: LimitClass, caller: Pick<Caller, 'addressBlock' | 'deviceId'>, cost?: number): void;
  /** Counts one request of a customer, API key or operator, and none of a visitor. @throws AppError as `take` */
  takePrincipal(limitClass: LimitClass, principal: Principal, cost?: number): void;
}

/**
 * A limiter in this process's memory. Each bucket is one number, the moment at which it will be full again (the generic cell rate
 * algorithm, ITU-T I.371), so nothing has to run in the background.
 */
export function createLimiter(limits: Limits, nowMs: () => number, bucketsMax: number = BUCKETS_MAX): Limiter {
  const fullAtMs = new Map<string, number>();

  /** When this bucket will be full, or now when it is. */
  function fullAt(key: string, now: number): number {
    return Math.max(fullAtMs.get(key) ?? now, now);
  }

  function spend(key: string, rate: Rate, fullAt: number, now: number, cost: number): void {
    fullAtMs.delete(key);
    fullAtMs.set(key, fullAt + (cost * 1_000) / rate.perSecond);
    deleteFull(now);
    for (const oldest of fullAtMs.size > bucketsMax ? fullAtMs.keys() : []) {
      fullAtMs.delete(oldest);
      break;
    }
  }

  function deleteFull(now: number): void {
    let left = EXAMINED_PER_USE;
    for (const [key, fullAt] of fullAtMs) {
      if (fullAt > now || left === 0) return;
      fullAtMs.delete(key);
      left -= 1;
    }
  }

  return {
    size: () => fullAtMs.size,
    take(limitClass, caller, cost = 1) {
      const now = nowMs();
      const { device, address, network } = limits[limitClass];
      const { addressBlock, deviceId } = caller;
      const addressKey = `${limitClass} ip ${addressBlock}`;
      const addressFullAt = fullAt(addressKey, now);
      const deviceKey = deviceId === null ? null : `${limitClass} device ${deviceId}`;
      const deviceFullAt = deviceKey === null ? now : fullAt(deviceKey, now);
      const networkKey = network === undefined ? null : `${limitClass} net ${addressNetwork(addressBlock)}`;
      const networkFullAt = networkKey === null ? now : fullAt(networkKey, now);
      const addressWait = waitMs(address, addressFullAt - now, cost);
      const deviceWait = deviceKey === null ? 0 : waitMs(device, deviceFullAt - now, cost);
      requireTokens(limitClass, Math.max(addressWait, deviceWait, network === undefined ? 0 : waitMs(network, networkFullAt - now, cost)));
      spend(addressKey, address, addressFullAt, now, cost);
      if (deviceKey !== null) spend(deviceKey, device, deviceFullAt, now, cost);
      if (networkKey !== null && network !== undefined) spend(networkKey, network, networkFullAt, now, cost);
    },
    takePrincipal(limitClass, principal, cost = 1) {
      const rate = limits[limitClass].principal;
      const name = nameOf(principal);
      if (rate === undefined || name === null) return;
      const now = nowMs();
      const key = `${limitClass} ${name}`;
      const principalFullAt = fullAt(key, now);
      requireTokens(limitClass, waitMs(rate, principalFullAt - now, cost));
      spend(key, rate, principalFullAt, now, cost);
    },
  };
}

/** Name of a principal among the buckets; null for visitors, who are counted by device and address alone. */
function nameOf(principal: Principal): string | null {
  switch (principal.kind) {
    case 'visitor':
      return null;
    case 'customer':
      return `customer ${principal.customerId}`;
    case 'api-key':
      return `api-key ${principal.keyId}`;
    case 'operator':
      return `operator ${principal.name}`;
  }
}

/** Milliseconds until a bucket that will be full in `fullInMs` has `cost` tokens; zero or less when it has them. */
function waitMs(rate: Rate, fullInMs: number, cost: number): number {
  return fullInMs - ((rate.burst - cost) * 1_000) / rate.perSecond;
}

/** Error of a class whose callers are told to wait in other words. */
const ERRORS: Partial<Record<LimitClass, ErrorCode>> = { 'voucher-check': 'TRY_AGAIN_AFTER_15_SECONDS' };

function requireTokens(limitClass: LimitClass, wait: number): void {
  if (wait <= 0) return;
  const seconds = Math.ceil(wait / 1_000);
  throw new AppError(ERRORS[limitClass] ?? 'TOO_MANY_REQUESTS', { seconds: String(seconds) }, { retryAfterSeconds: seconds });
}

/**
 * The refusal that a caller is answered with. A request that was refused before a procedure counted it costs a token here, so that no refusal is
 * free; TOO_MANY_REQUESTS takes its place when there is none left.
 */
export function chargeRefusal(limiter: Limiter, caller: Pick<Caller, 'addressBlock' | 'deviceId'>, thrown: unknown): unknown {
  if (!(thrown instanceof AppError) || !UNCOUNTED.has(thrown.code)) return thrown;
  try {
    limiter.take('refused', caller);
    return thrown;
  } catch (tooMany) {
    return tooMany;
  }
}
