import type { ServerResponse } from 'node:http';
import { type HeaderList, headersOf, type PlainHeaders } from '../http/security-headers.ts';

/** An answer that is whole before it is sent, whether through Hono or straight on Node's response. */
export interface PlainAnswer {
  readonly status: number;
  /** With `content-length`, except where there is no body. A list is what Node's server writes with least effort. */
  readonly headers: PlainHeaders | HeaderList;
  readonly body: string | Uint8Array<ArrayBuffer> | Latin1 | null;
}

/**
 * Bytes as a text of one character each. Node's server writes such a body and the head before it in one piece, where a buffer makes two that have
 * to be gathered.
 */
export interface Latin1 {
  readonly latin1: string;
}

/** Longer bodies are cheaper as they are: what Node writes without asking for memory first is 16 KiB with the head. */
const ONE_PIECE_BYTES_MAX = 12_288;

/** A body in the form that Node's server sends with least effort. */
export function inOnePiece(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> | Latin1 {
  if (bytes.byteLength > ONE_PIECE_BYTES_MAX) return bytes;
  return { latin1: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1') };
}

/** For Hono. */
export function responseOf({ status, headers, body }: PlainAnswer): Response {
  const plain = isList(headers) ? headersOf(headers) : headers;
  return new Response(isLatin1(body) ? Buffer.from(body.latin1, 'latin1') : body, { status, headers: plain });
}

/** For Node's server. */
export function sendPlain({ status, headers, body }: PlainAnswer, method: string | undefined, response: ServerResponse): void {
  response.writeHead(status, headers as Record<string, string> | string[]);
  if (method === 'HEAD' || body === null) response.end();
  else if (isLatin1(body)) response.end(body.latin1, 'latin1');
  else response.end(body);
}

function isList(headers: PlainAnswer['headers']): headers is HeaderList {
  return Array.isArray(headers);
}

function isLatin1(body: PlainAnswer['body']): body is Latin1 {
  return body !== null && typeof body === 'object' && 'latin1' in body;
}
