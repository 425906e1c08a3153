import type { IncomingMessage } from 'node:http';
import { AppError } from '@quydoi/contract/errors';
import type { RequestContext } from '../fast-path/request-head.ts';

/**
 * Reads a request's body, from Node's stream where available, which is much cheaper than through `Request`.
 * @throws AppError PAYLOAD_TOO_LARGE, BODY_INVALID when the client aborts
 */
export async function readBody(c: RequestContext, sizeBytesMax: number): Promise<Uint8Array> {
  const incoming = c.env?.incoming as IncomingMessage | undefined;
  if (typeof incoming?.on !== 'function' || incoming.readableFlowing !== null) return readBytes(c.req.raw, sizeBytesMax);
  return readIncoming(incoming, sizeBytesMax);
}

/**
 * Reads the body of a Node request whose stream has not been consumed yet.
 * @throws AppError PAYLOAD_TOO_LARGE, BODY_INVALID when the client aborts
 */
export async function readIncoming(incoming: IncomingMessage, sizeBytesMax: number): Promise<Uint8Array> {
  const declared = incoming.headers['content-length'];
  if (declared !== undefined && !(Number(declared) <= sizeBytesMax)) throw new AppError('PAYLOAD_TOO_LARGE');
  // A client that disconnected before this call emits no further event.
  if (incoming.destroyed) throw new AppError('BODY_INVALID');
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let sizeBytes = 0;
    const refuse = (code: 'PAYLOAD_TOO_LARGE' | 'BODY_INVALID') => {
      incoming.pause();
      reject(new AppError(code));
    };
    incoming.on('data', (chunk: Buffer) => {
      sizeBytes += chunk.byteLength;
      if (sizeBytes > sizeBytesMax) refuse('PAYLOAD_TOO_LARGE');
      else chunks.push(chunk);
    });
    incoming.once('end', () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
    incoming.once('error', () => refuse('BODY_INVALID'));
    incoming.once('aborted', () => refuse('BODY_INVALID'));
    incoming.once('close', () => {
      if (!incoming.readableEnded) refuse('BODY_INVALID');
    });
  });
}

/**
 * Reads a request's body, rejected as soon as it exceeds the limit. The HTTP server enforces a declared length.
 * @throws AppError PAYLOAD_TOO_LARGE, BODY_INVALID when the client aborts
 */
export async function readBytes(request: Request, sizeBytesMax: number): Promise<Uint8Array> {
  const declared = request.headers.get('content-length');
  if (declared !== null && !(Number(declared) <= sizeBytesMax)) throw new AppError('PAYLOAD_TOO_LARGE');
  try {
    if (declared !== null) return new Uint8Array(await request.arrayBuffer());
    return request.body === null ? new Uint8Array() : await readStream(request.body, sizeBytesMax);
  } catch (error) {
    // Any other error is an aborted connection.
    throw error instanceof AppError ? error : new AppError('BODY_INVALID');
  }
}

const UTF_8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Decodes UTF-8.
 * @throws AppError BODY_INVALID for invalid UTF-8
 */
export function decodeText(bytes: Uint8Array): string {
  try {
    return UTF_8.decode(bytes);
  } catch {
    throw new AppError('BODY_INVALID');
  }
}

/** Reads a body without a declared length. */
async function readStream(stream: ReadableStream<Uint8Array>, sizeBytesMax: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const chunk of stream) {
    sizeBytes += chunk.byteLength;
    if (sizeBytes > sizeBytesMax) throw new AppError('PAYLOAD_TOO_LARGE');
    chunks.push(chunk);
  }
  const bytes = new Uint8Array(sizeBytes);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return bytes;
}
