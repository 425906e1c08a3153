import type { RequestContext } from '../fast-path/request-head.ts';
import type { HttpContext } from './context.ts';

/** Says that the process runs. */
export function answerHealth(http: HttpContext): Response {
  return Response.json({ status: 'ok' }, { headers: http.answerHeaders });
}

/** Says whether the process can serve: 200, or 503 while its database is away. */
export async function answerReady(http: HttpContext): Promise<Response> {
  const isReady = await http.options.ready().catch(() => false);
  return Response.json({ status: isReady ? 'ready' : 'not ready' }, { status: isReady ? 200 : 503, headers: http.answerHeaders });
}

/** Metrics for the installation's own network; null for everybody else, who see an unknown path. */
export async function answerMetrics(c: RequestContext, http: HttpContext): Promise<Response | null> {
  const client = http.addresses.clientOf(c.env?.incoming?.socket?.remoteAddress, c.req.header('x-forwarded-for'));
  if (!http.addresses.isTrusted(client)) return null;
  return new Response(await http.options.metrics(), {
    headers: { ...http.answerHeaders, 'content-type': 'text/plain; version=0.0.4; charset=utf-8' },
  });
}
