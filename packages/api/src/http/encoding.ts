import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { type BrotliOptions, brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';

const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);

/**
 * Brotli levels by how often a body is compressed: files once per build, documents and snapshots once per change, `once` for a body made for a
 * single visit. Level 5 takes about half a millisecond for 30 kB; the best level takes 34 ms and saves a fifth.
 */
export const BROTLI_LEVEL = { file: 10, document: 5, snapshot: 5, once: 3 } as const;
const GZIP_LEVEL = 6;
const ETAG_CHARS = 16;

/** A body in every encoding that is offered. Null: not compressed, because it would not shrink (fonts, images). */
export interface EncodedBody {
  readonly etag: string;
  readonly plain: Uint8Array;
  readonly gzip: Uint8Array | null;
  readonly brotli: Uint8Array | null;
}

/** Content codings in which a body can be sent. */
export type Coding = 'br' | 'gzip' | 'identity';

/** Compresses a body on zlib's threads; its entity tag is a hash of its content. */
export async function encodeBody(plain: Uint8Array, brotliLevel: number, isText: boolean): Promise<EncodedBody> {
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, ETAG_CHARS)}"`;
  if (!isText) return { etag, plain, gzip: null, brotli: null };
  const [gzipped, brotli] = await Promise.all([compressGzip(plain, { level: GZIP_LEVEL }), compressBrotli(plain, brotliOptions(brotliLevel))]);
  return { etag, plain, gzip: gzipped, brotli };
}

/** Compresses a small snapshot synchronously, because a request is waiting for it. */
export function encodeSnapshot(plain: Uint8Array, etag: string): EncodedBody {
  const brotli = brotliCompressSync(plain, brotliOptions(BROTLI_LEVEL.snapshot));
  return { etag, plain, gzip: gzipSync(plain, { level: GZIP_LEVEL }), brotli };
}

function brotliOptions(level: number): BrotliOptions {
  return { params: { [constants.BROTLI_PARAM_QUALITY]: level, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT } };
}

/** Size of a body in memory: all its encodings together, in bytes. */
export function sizeOf({ plain, gzip: gzipped, brotli }: EncodedBody): number {
  return plain.byteLength + (gzipped?.byteLength ?? 0) + (brotli?.byteLength ?? 0);
}

const ACCEPTS_BROTLI = acceptsPattern('br');
const ACCEPTS_GZIP = acceptsPattern('gzip');

/** Negotiates the coding: the smallest that the caller accepts, brotli before gzip. */
export function chooseCoding(acceptEncoding: string | undefined): Coding {
  if (acceptEncoding === undefined) return 'identity';
  if (ACCEPTS_BROTLI.test(acceptEncoding)) return 'br';
  return ACCEPTS_GZIP.test(acceptEncoding) ? 'gzip' : 'identity';
}

/** Matches `If-None-Match` against an entity tag. Weak comparison, RFC 9110 section 13.1.2: proxies that compress mark a tag as weak. */
export function isCurrent(ifNoneMatch: string | null | undefined, etag: string): boolean {
  if (ifNoneMatch === null || ifNoneMatch === undefined) return false;
  if (ifNoneMatch === etag) return true;
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag.replace(/^W\//, ''));
}

/** A coding named in `Accept-Encoding` without a zero weight. */
function acceptsPattern(coding: string): RegExp {
  return new RegExp(`(?:^|,)\\s*${coding}\\s*(?:$|,|;(?!\\s*q=0(?:\\.0*)?\\s*(?:,|$)))`, 'i');
}
