import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);

/** A body in every encoding that browsers ask for. */
export interface Encodings {
  readonly etag: string;
  readonly plain: Uint8Array;
  readonly gzip: Uint8Array | null;
  readonly brotli: Uint8Array | null;
}

/** Brotli levels: files are compressed once per build, documents whenever what they show has changed, an order's for each visit. */
export const BROTLI_LEVEL = { file: 10, document: 5, once: 3 } as const;
const GZIP_LEVEL = 6;

/** Encodes a body; what does not shrink (fonts, images) stays as it is. */
export async function encode(plain: Uint8Array, brotliLevel: number, isText: boolean): Promise<Encodings> {
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 16)}"`;
  if (!isText) return { etag, plain, gzip: null, brotli: null };
  const [gzipped, brotli] = await Promise.all([
    compressGzip(plain, { level: GZIP_LEVEL }),
    compressBrotli(plain, {
      params: { [constants.BROTLI_PARAM_QUALITY]: brotliLevel, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
    }),
  ]);
  return { etag, plain, gzip: gzipped, brotli };
}

/** Bytes of all encodings together. */
export function sizeOf({ plain, gzip, brotli }: Encodings): number {
  return plain.byteLength + (gzip?.byteLength ?? 0) + (brotli?.byteLength ?? 0);
}

/** Answers with the smallest encoding that the request takes, or that what it has is still current. */
export function answerEncoded(request: Request, body: Encodings, headers: Readonly<Record<string, string>>, status = 200): Response {
  const shared = { ...headers, etag: body.etag, vary: 'accept-encoding, cookie' };
  if (status === 200 && request.headers.get('if-none-match')?.replace(/^W\//, '') === body.etag)
    return new Response(null, { status: 304, headers: shared });
  const accepted = request.headers.get('accept-encoding') ?? '';
  if (body.brotli && /\bbr\b/.test(accepted)) return send(body.brotli, { ...shared, 'content-encoding': 'br' }, status);
  if (body.gzip && /\bgzip\b/.test(accepted)) return send(body.gzip, { ...shared, 'content-encoding': 'gzip' }, status);
  return send(body.plain, shared, status);
}

function send(bytes: Uint8Array, headers: Readonly<Record<string, string>>, status: number): Response {
  return new Response(bytes as Uint8Array<ArrayBuffer>, { status, headers: { ...headers, 'content-length': String(bytes.byteLength) } });
}
