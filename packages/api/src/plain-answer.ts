import type { ServerResponse } from 'node:http';
import type { PlainHeaders } from './security-headers.ts';

/** An answer that is whole before it is sent, whether through Hono or straight on Node's response. */
export interface PlainAnswer {
  readonly status: number;
  /** With `content-length`, except where there is no body. */
  readonly headers: PlainHeaders;
  readonly body: string | Uint8Array<ArrayBuffer> | null;
}

/** For Hono. */
export function responseOf({ status, headers, body }: PlainAnswer): Response {
  return new Response(body, { status, headers });
}

/** For Node's server. */
export function sendPlain({ status, headers, body }: PlainAnswer, method: string | undefined, response: ServerResponse): void {
  response.writeHead(status, headers as Record<string, string>);
  response.end(method === 'HEAD' ? null : body);
}
