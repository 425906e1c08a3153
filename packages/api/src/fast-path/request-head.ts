import type { IncomingMessage } from 'node:http';
import type { Context } from 'hono';
import { parse } from 'hono/utils/cookie';
import type { Bindings } from '../http/context.ts';

/** A request as Hono hands it over. */
export type RequestContext = Context<{ Bindings: Bindings }>;

/** Request line and headers, in one form for requests through the app (Hono) and through Node's listener. */
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
  return new Head(c.req.raw.method, header, incoming?.socket?.remoteAddress, lang);
}

/** The head of a request of Node's server whose query has no `lang`. */
export function headOfIncoming(request: IncomingMessage): RequestHead {
  const { headers } = request;
  return new Head(request.method ?? '', (name) => textOf(headers[name]), request.socket.remoteAddress, null);
}

/** A class, because an object with a getter of its own takes longer to make than most answers to polls. */
class Head implements RequestHead {
  readonly method: string;
  readonly header: (name: string) => string | undefined;
  readonly peer: string | undefined;
  readonly lang: string | null;
  #cookies: Readonly<Record<string, string>> | undefined;

  constructor(method: string, header: (name: string) => string | undefined, peer: string | undefined, lang: string | null) {
    this.method = method;
    this.header = header;
    this.peer = peer;
    this.lang = lang;
  }

  get cookies(): Readonly<Record<string, string>> {
    if (this.#cookies !== undefined) return this.#cookies;
    const text = this.header('cookie');
    this.#cookies = text === undefined ? NO_COOKIES : parse(text);
    return this.#cookies;
  }
}

function textOf(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(', ') : value;
}
