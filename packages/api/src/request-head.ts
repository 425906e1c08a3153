import type { IncomingMessage } from 'node:http';
import type { Context } from 'hono';
import { parse } from 'hono/utils/cookie';
import type { Bindings } from './door.ts';

/** A request as Hono hands it over. */
export type RequestContext = Context<{ Bindings: Bindings }>;

/** What both doors read of a request before its body; the same whether it came through Hono or straight from Node's server. */
export interface RequestHead {
  readonly method: string;
  /** By lower-case name; several of one name joined as they would be in a list. */
  header(name: string): string | undefined;
  /** Malformed ones are left out. Parsed when first asked for. */
  readonly cookies: Readonly<Record<string, string>>;
  /** Address at the other end of the socket; undefined for calls within the process. */
  readonly peer: string | undefined;
  /** `?lang=`. */
  readonly lang: string | null;
}

const NO_COOKIES: Readonly<Record<string, string>> = Object.freeze({});

/** The head of a request that Hono hands over. Headers are taken as Node's server read them, which spares building a Headers object. */
export function headOf(c: RequestContext): RequestHead {
  const incoming = c.env?.incoming;
  const headers = incoming?.headers;
  const header = headers === undefined ? (name: string) => c.req.raw.headers.get(name) ?? undefined : (name: string) => textOf(headers[name]);
  const lang = c.req.raw.url.includes('lang=') ? (c.req.query('lang') ?? null) : null;
  return withCookies({ method: c.req.raw.method, header, peer: incoming?.socket?.remoteAddress, lang });
}

/** The head of a request of Node's server whose query has no `lang`. */
export function headOfIncoming(request: IncomingMessage): RequestHead {
  const { headers } = request;
  return withCookies({
    method: request.method ?? '',
    header: (name) => textOf(headers[name]),
    peer: request.socket.remoteAddress,
    lang: null,
  });
}

function withCookies(head: Omit<RequestHead, 'cookies'>): RequestHead {
  let cookies: Readonly<Record<string, string>> | undefined;
  return {
    ...head,
    get cookies() {
      if (cookies !== undefined) return cookies;
      const text = head.header('cookie');
      cookies = text === undefined ? NO_COOKIES : parse(text);
      return cookies;
    },
  };
}

function textOf(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(', ') : value;
}
