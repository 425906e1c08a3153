import type { PlainAnswer } from '../fast-path/plain-answer.ts';
import type { HttpContext } from './context.ts';

/** Liveness: the process runs. */
export function answerHealth(http: HttpContext): PlainAnswer {
  return probeAnswer(http, 200, 'ok');
}

/** Readiness: 200, or 503 while the process cannot serve, such as during a database outage. */
export async function answerReady(http: HttpContext): Promise<PlainAnswer> {
  const isReady = await http.options.ready().catch(() => false);
  return probeAnswer(http, isReady ? 200 : 503, isReady ? 'ready' : 'not ready');
}

function probeAnswer(http: HttpContext, httpStatus: number, status: string): PlainAnswer {
  const headers = { ...http.answerHeaders, 'content-type': 'application/json' };
  return { status: httpStatus, headers, body: JSON.stringify({ status }), requestId: null, errorCode: null };
}
