import type { ConfigView, LiveView } from '@quydoi/contract/config';
import type { Exchange, Snapshot } from '@quydoi/contract/ports';
import type { Limiter, Limits } from '../limits.ts';
import type { ClientAddresses } from './client-address.ts';
import type { Devices } from './device.ts';
import type { PlainHeaders } from './security-headers.ts';

/** Where the doors write what went wrong. Fields hold no secret and no personal data. */
export interface Logger {
  info(fields: Readonly<Record<string, unknown>>, message: string): void;
  warn(fields: Readonly<Record<string, unknown>>, message: string): void;
  error(fields: Readonly<Record<string, unknown>>, message: string): void;
}

/** What the doors need from the program that opens them. */
export interface AppOptions {
  readonly exchange: Exchange;
  /** The current snapshots; called once per poll, so they only hand out what is ready. */
  readonly snapshots: { config(): Snapshot<ConfigView>; live(): Snapshot<LiveView> };
  /** Signs device cookies and CSRF tokens. */
  readonly device: { readonly secret: string };
  /** The site is reached by https: cookies are Secure, browsers are told to insist on it. Default false. */
  readonly https?: boolean;
  /** Addresses and CIDR blocks whose `X-Forwarded-For` is believed. Default: this machine. */
  readonly trustedProxies?: readonly string[];
  /** Replaces single classes of the default limits. */
  readonly limits?: Partial<Limits>;
  readonly logger: Logger;
  /** An id never used before and unguessable, such as a UUID. Device ids are made from it. */
  newRequestId(): string;
  now(): Date;
  /** Whether this process can serve. */
  ready(): Promise<boolean>;
  /** Metrics in Prometheus' text format; shown to trusted proxies' addresses only. */
  metrics(): Promise<string>;
  /** Answers everything that is no door's: pages and their files. */
  page?(request: Request): Promise<Response>;
}

/** What the HTTP server passes along with a request (`@hono/node-server`). Absent for calls within the process. */
export interface Bindings {
  readonly incoming?: {
    readonly headers?: Readonly<Record<string, string | string[] | undefined>>;
    readonly socket?: { readonly remoteAddress?: string | undefined };
  };
}

/** What all routes of one app share. */
export interface Door {
  readonly options: AppOptions;
  /** The exchange behind the limits. */
  readonly exchange: Exchange;
  readonly limiter: Limiter;
  readonly devices: Devices;
  readonly addresses: ClientAddresses;
  readonly securityHeaders: PlainHeaders;
  /** The security headers with `Cache-Control: no-store`, for answers that are made for one caller. */
  readonly answerHeaders: PlainHeaders;
}
