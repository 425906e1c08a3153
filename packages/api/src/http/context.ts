import type { Principal } from '@quydoi/contract/caller';
import type { ConfigView, LiveView } from '@quydoi/contract/config';
import type { ConfigExtras } from '@quydoi/contract/config-extras';
import type { Exchange, Snapshot } from '@quydoi/contract/ports';
import type { GuardedExchange, IsIpBlocked, OrderPoll } from '../guard.ts';
import type { Limiter, Limits } from '../limits.ts';
import type { RequestEvent } from '../observe.ts';
import type { ClientAddresses } from './client-address.ts';
import type { CookieNames, Devices } from './device.ts';
import type { LargeBodies } from './large-bodies.ts';
import type { PlainHeaders } from './security-headers.ts';

/** Log of the transports. Fields hold no secret and no personal data. */
export interface Logger {
  info(fields: Readonly<Record<string, unknown>>, message: string): void;
  warn(fields: Readonly<Record<string, unknown>>, message: string): void;
  error(fields: Readonly<Record<string, unknown>>, message: string): void;
}

/** Credentials that a request carries. */
export interface Credentials {
  /** Cookies by name, unverified. */
  readonly cookies: Readonly<Record<string, string>>;
  /** The `Authorization` header. */
  readonly authorization: string | undefined;
}

/** Dependencies and options of the web application. */
export interface AppOptions {
  readonly exchange: Exchange;
  /** The current snapshots; called on every poll, so they must return immediately. */
  readonly snapshots: { config(): Snapshot<ConfigView>; live(): Snapshot<LiveView>; extras(): Snapshot<ConfigExtras> };
  /**
   * Authenticates a request. May return synchronously from a cache, so that polls need not wait. Throws AppError for bad credentials.
   * Default: everyone is a visitor.
   */
  resolvePrincipal?(credentials: Credentials): Principal | Promise<Principal>;
  /** Whether operators have blocked an address (`guard.ts`). Default: none is. */
  readonly isIpBlocked?: IsIpBlocked;
  /** Signs device cookies and CSRF tokens. */
  readonly device: { readonly secret: string };
  /** The site is served over https: cookies are Secure and HSTS is sent. Default false. */
  readonly https?: boolean;
  /** Addresses and CIDR blocks whose `X-Forwarded-For` is trusted. Default: this machine. */
  readonly trustedProxies?: readonly string[];
  /** Overrides for individual limit classes. */
  readonly limits?: Partial<Limits>;
  readonly logger: Logger;
  /** Returns a unique, unguessable id such as a UUID. Device ids are derived from it. */
  newRequestId(): string;
  now(): Date;
  /** Readiness of this process. */
  ready(): Promise<boolean>;
  /** Called once per finished request. Must not throw; polls call it thousands of times a second. */
  observe?(event: RequestEvent): void;
  /** Clock of `observe`'s durations. Default: `now`, in whole milliseconds. */
  monotonicMs?(): number;
  /** Answers every request outside the API: pages and their files. */
  page?(request: Request): Promise<Response>;
  /** Whether a path outside the API, as sent (not percent-decoded), is that of an existing file, which costs a look-up. Everything else is rendered. Default: none is. */
  isFile?(path: string): boolean;
}

/** Node's request, as `@hono/node-server` passes it along. Absent for calls within the process. */
export interface Bindings {
  readonly incoming?: {
    readonly headers?: Readonly<Record<string, string | string[] | undefined>>;
    readonly socket?: { readonly remoteAddress?: string | undefined };
  };
}

/** State that all routes of one app share. */
export interface HttpContext {
  readonly options: AppOptions;
  /** The exchange behind the guard: access, rate limits, storable text. */
  readonly exchange: GuardedExchange;
  readonly pollOrder: OrderPoll;
  readonly limiter: Limiter;
  /** Monotonic time in milliseconds. */
  monotonicMs(): number;
  readonly largeBodies: LargeBodies;
  readonly devices: Devices;
  readonly cookieNames: CookieNames;
  readonly addresses: ClientAddresses;
  readonly securityHeaders: PlainHeaders;
  /** The security headers with `Cache-Control: no-store`, for answers made for one caller. */
  readonly answerHeaders: PlainHeaders;
}
