import { type IncomingHttpHeaders, request as open } from 'node:http';

/** A request as it goes over the wire. */
export interface HttpRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** An answer, its body as it was sent. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** What browsers say that they can unpack. */
export const BROWSER_ENCODINGS = 'gzip, deflate, br, zstd';

/** The request's bytes. */
export function rawRequest({ method, path, headers, body }: HttpRequest): string {
  const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
  const lines = Object.entries({ Host: '127.0.0.1', ...headers, ...length }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`;
}

/** Makes a request and takes its answer as it comes: nothing is unpacked or followed. */
export function ask(origin: string, { method, path, headers, body }: HttpRequest): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    const request = open(`${origin}${path}`, { method, headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) }));
      response.on('error', reject);
    });
    request.on('error', reject);
    request.end(body);
  });
}

/** {@link ask}, when anything but one status would make the measure worthless. */
export async function askFor(status: number, origin: string, request: HttpRequest): Promise<HttpAnswer> {
  const answer = await ask(origin, request);
  if (answer.status !== status)
    throw new Error(`${request.method} ${request.path} was answered ${answer.status}, not ${status}: ${answer.body.toString().slice(0, 500)}`);
  return answer;
}
