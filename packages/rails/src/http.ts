import { type Called, RailError } from './rail-error.ts';

/** Default limit of a response, in bytes after decompression. */
export const ANSWER_BYTES_MAX = 1_000_000;

/** Options of a provider's HTTP client. */
export interface HttpOptions {
  readonly network: Called;
  /** Origin, with a path prefix where the provider has one. */
  readonly baseUrl: string;
  /** Deadline of the whole request, connecting and reading included. */
  readonly timeoutMs: number;
  /** Limit of a response, in bytes after decompression. */
  readonly answerBytesMax?: number;
  readonly fetch?: typeof fetch;
}

/** A provider's response of any status. */
export interface HttpAnswer {
  readonly status: number;
  readonly text: string;
}

/**
 * HTTP client without retries or redirects, with strict time and size limits. Every method throws RailError: outcome `not-done` when no byte of
 * the request was sent, `unknown` when the request may have reached the provider.
 */
export interface Http {
  get(path: string, query: Readonly<Record<string, string>>, headers?: Readonly<Record<string, string>>): Promise<HttpAnswer>;
  postForm(path: string, fields: Readonly<Record<string, string>>): Promise<HttpAnswer>;
  postJson(path: string, body: unknown, headers?: Readonly<Record<string, string>>): Promise<HttpAnswer>;
  postXml(path: string, xml: string): Promise<HttpAnswer>;
}

/** Creates the client of one provider. */
export function createHttp(options: HttpOptions): Http {
  const base = options.baseUrl.endsWith('/') ? options.baseUrl : `${options.baseUrl}/`;
  new URL(base);
  const post = (path: string, type: string, body: string, headers: Readonly<Record<string, string>> = {}) =>
    ask(options, new URL(path, base), { ...headers, 'content-type': type }, body);
  return {
    get(path, query, headers = {}) {
      const url = new URL(path, base);
      url.search = new URLSearchParams(query).toString();
      return ask(options, url, headers, null);
    },
    postForm: (path, fields) => post(path, 'application/x-www-form-urlencoded', new URLSearchParams(fields).toString()),
    postJson: (path, body, headers) => post(path, 'application/json', JSON.stringify(body), headers),
    postXml: (path, xml) => post(path, 'text/xml; charset=utf-8', xml),
  };
}

async function ask(options: HttpOptions, url: URL, headers: Readonly<Record<string, string>>, body: string | null): Promise<HttpAnswer> {
  const { network } = options;
  const what = `${body === null ? 'GET' : 'POST'} ${url.pathname}`;
  try {
    const response = await (options.fetch ?? fetch)(url, {
      ...(body === null ? { method: 'GET' } : posted(body)),
      headers: { ...headers, ...(body === null ? {} : { 'content-length': String(Buffer.byteLength(body)) }), connection: 'close' },
      redirect: 'manual',
      signal: AbortSignal.timeout(options.timeoutMs),
    });
    if (response.status >= 300 && response.status < 400) {
      throw new RailError(network, 'unreachable', 'unknown', `${what}: redirected (${response.status})`);
    }
    return { status: response.status, text: await read(network, what, response, options.answerBytesMax ?? ANSWER_BYTES_MAX) };
  } catch (error) {
    if (error instanceof RailError) throw error;
    const outcome = isBeforeWriting(error) ? 'not-done' : 'unknown';
    throw new RailError(network, 'unreachable', outcome, `${what}: ${reasonOf(error)}`);
  }
}

/**
 * The body is a stream because fetch retries replayable bodies by itself (on status 421). Keep-alive is off because a request on a connection
 * that the provider has just closed would needlessly have an unknown outcome.
 */
function posted(body: string): RequestInit {
  return { method: 'POST', body: new Blob([body]).stream(), duplex: 'half' };
}

async function read(network: Called, what: string, response: Response, bytesMax: number): Promise<string> {
  if (response.body === null) return '';
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const chunk of response.body) {
    sizeBytes += chunk.byteLength;
    if (sizeBytes > bytesMax) throw new RailError(network, 'too-long', 'unknown', `${what}: answer above ${bytesMax} bytes`);
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

const CERTIFICATE_ERRORS = /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_CERT_)/;

/** Whether the error occurred during DNS lookup, connecting or certificate checks, before any byte of the request was sent. */
function isBeforeWriting(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError) return error.errors.length > 0 && error.errors.every(isBeforeWriting);
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (syscall === 'connect' || syscall === 'getaddrinfo' || code === 'UND_ERR_CONNECT_TIMEOUT') return true;
  if (code !== undefined && CERTIFICATE_ERRORS.test(code)) return true;
  return error.cause !== undefined && isBeforeWriting(error.cause);
}

/** Describes a failure by its error code only: messages of lower layers may quote the request. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'failed';
  if (error.name === 'TimeoutError') return 'timed out';
  const cause = error.cause instanceof Error ? (error.cause as NodeJS.ErrnoException) : (error as NodeJS.ErrnoException);
  return cause.code ?? cause.name;
}
