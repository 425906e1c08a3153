import type { ServerResponse } from 'node:http';
import type { ErrorCode } from '@quydoi/contract/errors';
import { type HeaderList, headersOf, type PlainHeaders } from '../http/security-headers.ts';

/** A complete answer, to be sent through Hono or directly on Node's response. */
export interface PlainAnswer {
  readonly status: number;
  /** With `content-length`, except without a body. A list is the fastest form for Node's server. */
  readonly headers: PlainHeaders | HeaderList;
  readonly body: string | Uint8Array<ArrayBuffer> | Latin1 | null;
  /** Null for answers shared by many requests. */
  readonly requestId: string | null;
  /** Code of the refusal; null for a success. */
  readonly errorCode: ErrorCode | null;
}

/** A body as a latin1 string, one character per byte. Node's server writes it in one chunk with the head, but a buffer in a second one. */
export interface Latin1 {
  readonly latin1: string;
}

/** Longer bodies are cheaper as buffers: Node writes up to 16 KiB, head included, without allocating first. */
const ONE_PIECE_BYTES_MAX = 12_288;

/** Converts a body to the form that Node's server sends fastest. */
export function fastestBody(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> | Latin1 {
  if (bytes.byteLength > ONE_PIECE_BYTES_MAX) return bytes;
  return { latin1: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1') };
}

/** Converts an answer for Hono. */
export function responseOf({ status, headers, body }: PlainAnswer): Response {
  const plain = isList(headers) ? headersOf(headers) : headers;
  return new Response(isLatin1(body) ? Buffer.from(body.latin1, 'latin1') : body, { status, headers: plain });
}

/** Sends an answer on Node's response. */
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
