import { type HeaderList, listOf, type PlainHeaders } from '../http/security-headers.ts';
import { inOnePiece, type PlainAnswer, responseOf } from './plain-answer.ts';
import type { RequestHead } from './request-head.ts';

/** A body in the encodings that callers ask for. */
export interface EncodedBody {
  readonly etag: string;
  readonly plain: Uint8Array;
  readonly gzip: Uint8Array;
  readonly brotli: Uint8Array;
}

interface ReadyAnswer {
  readonly body: NonNullable<PlainAnswer['body']>;
  readonly headers: HeaderList;
}

/** A body with the headers of each encoding already put together, so that answering it makes nothing but a Response. */
export interface EncodedAnswer {
  readonly etag: string;
  readonly notModified: HeaderList;
  readonly plain: ReadyAnswer;
  readonly gzip: ReadyAnswer;
  readonly brotli: ReadyAnswer;
}

const ACCEPTS_BROTLI = acceptsPattern('br');
const ACCEPTS_GZIP = acceptsPattern('gzip');

/** Puts an answer together, once per change of its body. Browsers keep it and ask each time whether it is still current. */
export function prepareAnswer(body: EncodedBody, securityHeaders: PlainHeaders): EncodedAnswer {
  const shared = { ...securityHeaders, 'cache-control': 'no-cache', etag: body.etag, vary: 'accept-encoding' };
  const ready = (bytes: Uint8Array, encoding: PlainHeaders): ReadyAnswer => ({
    body: inOnePiece(bytes as Uint8Array<ArrayBuffer>),
    headers: listOf({ ...shared, 'content-type': 'application/json', 'content-length': String(bytes.byteLength), ...encoding }),
  });
  return {
    etag: body.etag,
    notModified: listOf(shared),
    plain: ready(body.plain, {}),
    gzip: ready(body.gzip, { 'content-encoding': 'gzip' }),
    brotli: ready(body.brotli, { 'content-encoding': 'br' }),
  };
}

/** 304 when the caller already has the bytes, else the smallest encoding that the caller takes. */
export function chooseAnswer(answer: EncodedAnswer, ifNoneMatch: string | undefined, acceptEncoding: string | undefined): PlainAnswer {
  if (hasCurrent(ifNoneMatch, answer.etag)) return { status: 304, headers: answer.notModified, body: null };
  const { body, headers } = pickEncoding(acceptEncoding ?? '', answer);
  return { status: 200, headers, body };
}

/** Answers from ready bytes. */
export function sendEncoded(head: RequestHead, answer: EncodedAnswer): Response {
  return responseOf(chooseAnswer(answer, head.header('if-none-match'), head.header('accept-encoding')));
}

function pickEncoding(accepted: string, answer: EncodedAnswer): ReadyAnswer {
  if (ACCEPTS_BROTLI.test(accepted)) return answer.brotli;
  return ACCEPTS_GZIP.test(accepted) ? answer.gzip : answer.plain;
}

/** Weak comparison, RFC 9110 section 13.1.2: proxies that compress mark a tag as weak. */
function hasCurrent(wanted: string | undefined, etag: string): boolean {
  if (wanted === undefined) return false;
  if (wanted === etag) return true;
  return wanted.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag.replace(/^W\//, ''));
}

/** An encoding named in `Accept-Encoding` without a zero weight. */
function acceptsPattern(encoding: string): RegExp {
  return new RegExp(`(?:^|,)\\s*${encoding}\\s*(?:$|,|;(?!\\s*q=0(?:\\.0*)?\\s*(?:,|$)))`, 'i');
}
