import { AppError } from '@quydoi/contract/errors';

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

/**
 * Bytes as text.
 * @throws AppError BODY_INVALID when they are not UTF-8
 */
export function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
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
