import { type RequestOptions, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { Endpoints } from '../system/endpoints.ts';
import { keepAnswer } from '../system/kept-answers.ts';

const ANSWER_MS_MAX = 20_000;
/** Characters of a path that name a call. */
const NAMED_LENGTH = 100;

/** A response as received. */
export interface RawAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
}

/** A request that may be malformed. */
export interface RawRequest {
  readonly method: string;
  /** Sent without normalisation; only blanks are escaped. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/** Sends a request that `fetch` would not send, and keeps the answer. @throws when the connection breaks before an answer */
export async function sendRaw(endpoints: Endpoints, raw: RawRequest): Promise<RawAnswer> {
  const answer = await answerTo(endpoints, raw);
  keepAnswer(endpoints, { call: `${raw.method} ${raw.path.slice(0, NAMED_LENGTH)}`, status: answer.status, text: answer.text });
  return answer;
}

function answerTo({ webUrl }: Endpoints, { method, path, headers, body }: RawRequest): Promise<RawAnswer> {
  const { hostname, port } = new URL(webUrl);
  const options: RequestOptions = { hostname, port, method, path: escapeBlanks(path), headers: { ...headers }, timeout: ANSWER_MS_MAX };
  return new Promise((resolve, reject) => {
    const sent = request(options, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      answer.once('end', () => resolve({ status: answer.statusCode ?? 0, contentType: answer.headers['content-type'] ?? '', text }));
      answer.once('error', reject);
    });
    sent.once('timeout', () => sent.destroy(new Error(`${method} ${path} was not answered within ${ANSWER_MS_MAX} ms`)));
    sent.once('error', reject);
    sent.end(body);
  });
}

/** `node:http` throws on blanks in a path, and on control characters, which are not escaped. */
function escapeBlanks(path: string): string {
  return path.replaceAll(' ', '%20');
}

/** Result of writing raw bytes to a socket. */
export interface RawExchange {
  /** Everything received, head and body. */
  readonly answered: string;
  /** Whether the server closed the connection. */
  readonly isClosed: boolean;
}

/** Writes bytes to the web's port, listens until it closes the connection, or for `listenMs`, and keeps what came. */
export function writeBytes(endpoints: Endpoints, bytes: string | Uint8Array, listenMs: number): Promise<RawExchange> {
  const socket = open(endpoints.webUrl);
  let answered = '';
  return new Promise((resolve) => {
    const end = (isClosed: boolean) => {
      clearTimeout(timer);
      socket.destroy();
      keepAnswer(endpoints, { call: 'bytes that are no HTTP', status: 0, text: answered });
      resolve({ answered, isClosed });
    };
    const timer = setTimeout(() => end(false), listenMs);
    socket.setEncoding('latin1').on('data', (part: string) => {
      answered += part;
    });
    socket.once('close', () => end(true));
    socket.write(bytes);
  });
}

/** Opens connections that send the beginning of a request and then nothing. @returns a function that closes them */
export function holdHalfOpen({ webUrl }: Endpoints, count: number, bytes: string): () => void {
  const sockets = Array.from({ length: count }, () => open(webUrl));
  for (const socket of sockets) socket.write(bytes);
  return () => {
    for (const socket of sockets) socket.destroy();
  };
}

/** Opens a socket; a broken connection is a result here, not an error. */
function open(webUrl: string): Socket {
  const { hostname, port } = new URL(webUrl);
  return connect(Number(port), hostname).on('error', () => {});
}
