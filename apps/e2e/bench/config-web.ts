import type { Bench } from './bench.ts';
import { BROWSER_ENCODINGS, type HttpRequest } from './http-request.ts';
import type { Result } from './measure.ts';
import { besideSameBytes, exchanged } from './same-bytes.ts';

const GOAL = 0.8;

/** The public API's configuration, as other programs poll it. */
export async function measureConfigWeb(bench: Bench): Promise<Result[]> {
  const request: HttpRequest = {
    method: 'POST',
    path: '/api/v1/config-web',
    headers: { 'content-type': 'application/json', 'accept-encoding': BROWSER_ENCODINGS },
    body: JSON.stringify({ isGetAll: false }),
  };
  return besideSameBytes(
    bench,
    [await exchanged(bench, request)],
    [{ key: 'config-web', title: 'POST /api/v1/config-web', goal: GOAL, requests: [request] }],
  );
}
