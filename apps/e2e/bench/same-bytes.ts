import { knownAnswer } from './bare.ts';
import { type Bench, besideBare, compareAndProfile, pidOf, pinnedLoad } from './bench.ts';
import { askFor, type HttpAnswer, type HttpRequest, rawRequest } from './http-request.ts';
import { runLoad, writeRequests } from './load.ts';
import type { Contender, Result } from './measure.ts';

/** A request, the exchange's answer to it, and its answer to a caller who has that already. */
export interface Exchanged {
  readonly request: HttpRequest;
  readonly answer: HttpAnswer;
  readonly notModified?: HttpAnswer;
}

/** One way to ask, and how near to the bare server the exchange should come. */
export interface SameBytesCase {
  readonly key: string;
  readonly title: string;
  readonly goal: number | null;
  readonly requests: readonly HttpRequest[];
}

/** Asks once, and once more with the entity tag where there is one. */
export async function exchanged({ exchange }: Bench, request: HttpRequest): Promise<Exchanged> {
  const answer = await askFor(200, exchange.origin, request);
  const { etag } = answer.headers;
  if (etag === undefined || request.method !== 'GET') return { request, answer };
  return { request, answer, notModified: await askFor(304, exchange.origin, withTag({ request, answer })) };
}

/** The request of a caller who has the answer already. */
export function withTag({ request, answer }: Exchanged): HttpRequest {
  return { ...request, headers: { ...request.headers, 'if-none-match': String(answer.headers.etag) } };
}

/** Holds the exchange against a bare server that gives the same answers, one case after the other. */
export function besideSameBytes(bench: Bench, known: readonly Exchanged[], cases: readonly SameBytesCase[]): Promise<Result[]> {
  const answers = new Map(known.map(({ request, answer, notModified }) => [request.path, knownAnswer(answer, notModified)]));
  return besideBare(bench, answers, async (bare) => {
    const results: Result[] = [];
    for (const { key, title, goal, requests } of cases) {
      const file = writeRequests(bench.folder, key, requests.map(rawRequest));
      const contender = (name: string, origin: string, processes: Record<string, number>): Contender => ({
        name,
        processes,
        run: (seconds) => runLoad(pinnedLoad(bench), origin, file, seconds),
      });
      const contenders = [
        contender('bare', bare.origin, { bare: bare.pid }),
        contender('exchange', bench.exchange.origin, { web: pidOf(bench, 'web'), postgres: pidOf(bench, 'postgres') }),
      ];
      results.push(...(await compareAndProfile(bench, contenders, 'bare', [{ title, candidate: 'exchange', base: 'bare', goal }])));
    }
    return results;
  });
}
