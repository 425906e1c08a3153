import type { RequestContext } from '../fast-path/request-head.ts';
import type { Door } from './context.ts';

/** Says that the process runs. */
export function answerHealth(door: Door): Response {
  return Response.json({ status: 'ok' }, { headers: door.answerHeaders });
}

/** Says whether the process can serve: 200, or 503 while its database is away. */
export async function answerReady(door: Door): Promise<Response> {
  const isReady = await door.options.ready().catch(() => false);
  return Response.json({ status: isReady ? 'ready' : 'not ready' }, { status: isReady ? 200 : 503, headers: door.answerHeaders });
}

/** Metrics for the installation's own network; null for everybody else, who see an unknown path. */
export async function answerMetrics(c: RequestContext, door: Door): Promise<Response | null> {
  const client = door.addresses.clientOf(c.env?.incoming?.socket?.remoteAddress, c.req.header('x-forwarded-for'));
  if (!door.addresses.isTrusted(client)) return null;
  return new Response(await door.options.metrics(), {
    headers: { ...door.answerHeaders, 'content-type': 'text/plain; version=0.0.4; charset=utf-8' },
  });
}
