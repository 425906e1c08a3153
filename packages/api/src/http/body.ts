import type { IncomingMessage } from 'node:http';
import { AppError } from '@quydoi/contract/errors';
import type { RequestContext } from '../fast-path/request-head.ts';

/**
 * A request's body. Read from Node's own stream where there is one, which costs a fraction of going through the Request.
 * @throws AppError PAYLOAD_TOO_LARGE, BODY_INVALID when the caller breaks off
 */
export async function readBody(c: RequestContext, sizeBytesMax: number): Promise<Uint8Array> {
  const incoming = c.env?.incoming as IncomingMessage | undefined;
  if (typeof incoming?.on !== 'function' || incoming.readableFlowing !== null) return readBytes(c.req.raw, sizeBytesMax);
  return readIncoming(incoming, sizeBytesMax);
}

/**
 * The body of a request of Node's server that nobody has begun to read.
 * @throws AppError PAYLOAD_TOO_LARGE, BODY_INVALID when the caller breaks off
 */
export async function readIncoming(incoming: IncomingMessage, sizeBytesMax: number): Promise<Uint8Array> {
  const declared = incoming.headers['content-length'];
  if (declared !== undefined && !(Number(declared) <= sizeBytesMax)) throw new AppError('PAYLOAD_TOO_LARGE');
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
  });
}

/**
 * A request's body, refused as soon as it is known to be too large. A declared length is the server's to enforce.
 * @throws AppError PAYLOAD_TOO_LARGE, BODY_INVALID when the caller breaks off
 */
export async function readBytes(request: Request, sizeBytesMax: number): Promise<Uint8Array> {
  const declared = request.headers.get('content-length');
  if (declared !== null && !(Number(declared) <= sizeBytesMax)) throw new AppError('PAYLOAD_TOO_LARGE');
  try {
    if (declared !== null) return new Uint8Array(await request.arrayBuffer());
    return request.body === null ? new Uint8Array() : await readStream(request.body, sizeBytesMax);
  } catch (error) {
    // Anything else is a connection that broke off.
    throw error instanceof AppError ? error : new AppError('BODY_INVALID');
  }
}

const UTF_8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Bytes as text.
 * @throws AppError BODY_INVALID when they are not UTF-8
 */
export function decodeText(bytes: Uint8Array): string {
  try {
    return UTF_8.decode(bytes);
  } catch {
    throw new AppError('BODY_INVALID');
  }
}

/** Reads a body of unannounced size. */
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
