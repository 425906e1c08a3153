import { chooseCoding, type EncodedBody, isCurrent } from '@quydoi/api/http/encoding';

/** Answers a file or document in the negotiated coding, or with 304 when the browser has the current one. */
export function answerEncoded(request: Request, body: EncodedBody, headers: Readonly<Record<string, string>>, status = 200): Response {
  const shared = { ...headers, etag: body.etag, vary: 'accept-encoding, cookie' };
  if (status === 200 && isCurrent(request.headers.get('if-none-match'), body.etag)) return new Response(null, { status: 304, headers: shared });
  const coding = chooseCoding(request.headers.get('accept-encoding') ?? undefined);
  if (coding === 'br' && body.brotli) return send(body.brotli, { ...shared, 'content-encoding': 'br' }, status);
  if (coding !== 'identity' && body.gzip) return send(body.gzip, { ...shared, 'content-encoding': 'gzip' }, status);
  return send(body.plain, shared, status);
}

function send(bytes: Uint8Array, headers: Readonly<Record<string, string>>, status: number): Response {
  return new Response(bytes as Uint8Array<ArrayBuffer>, { status, headers: { ...headers, 'content-length': String(bytes.byteLength) } });
}
