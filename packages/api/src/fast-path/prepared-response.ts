import { type Coding, chooseCoding, type EncodedBody, isCurrent } from '../http/encoding.ts';
import { type HeaderList, listOf, type PlainHeaders } from '../http/security-headers.ts';
import { fastestBody, type PlainAnswer } from './plain-answer.ts';
import type { RequestHead } from './request-head.ts';

/** An encoded body with a prebuilt answer for each content coding. */
export interface PreparedResponse {
  readonly etag: string;
  readonly notModified: PlainAnswer;
  readonly ok: Readonly<Record<Coding, PlainAnswer>>;
}

/** Prepares the 200 and 304 responses of a body, once per change. Browsers cache the body and revalidate it each time. */
export function prepareAnswer(body: EncodedBody, securityHeaders: PlainHeaders): PreparedResponse {
  const shared = { ...securityHeaders, 'cache-control': 'no-cache', etag: body.etag, vary: 'accept-encoding' };
  const answer = (status: number, headers: HeaderList, bytes: Uint8Array | null): PlainAnswer =>
    Object.freeze({
      status,
      headers,
      body: bytes && fastestBody(bytes as Uint8Array<ArrayBuffer>),
      requestId: null,
      errorCode: null,
    });
  const ok = (bytes: Uint8Array, encoding: PlainHeaders) =>
    answer(200, listOf({ ...shared, 'content-type': 'application/json', 'content-length': String(bytes.byteLength), ...encoding }), bytes);
  const identity = ok(body.plain, {});
  return {
    etag: body.etag,
    notModified: answer(304, listOf(shared), null),
    ok: {
      identity,
      gzip: body.gzip === null ? identity : ok(body.gzip, { 'content-encoding': 'gzip' }),
      br: body.brotli === null ? identity : ok(body.brotli, { 'content-encoding': 'br' }),
    },
  };
}

/** 304 when the caller has the current bytes, else the answer in the negotiated coding. */
export function chooseAnswer(prepared: PreparedResponse, head: RequestHead): PlainAnswer {
  if (isCurrent(head.header('if-none-match'), prepared.etag)) return prepared.notModified;
  return prepared.ok[chooseCoding(head.header('accept-encoding'))];
}
