import type { Snapshot } from '@quydoi/contract/ports';
import type { AppOptions } from '../http/context.ts';
import type { PlainHeaders } from '../http/security-headers.ts';
import { type EncodedAnswer, prepareAnswer, sendEncoded } from './prepared-answer.ts';
import { headOf, type RequestContext } from './request-head.ts';

/** Answers polled procedures. */
export interface SnapshotAnswers {
  /** The answer to an unbatched `config.get` or `config.live`, whatever its input; null for every other request. */
  answer(c: RequestContext): Response | null;
  /** The same, by method and target of the request line. */
  find(method: string | undefined, target: string): EncodedAnswer | null;
}

/**
 * Answers the two polled procedures from their snapshots' bytes, before tRPC is reached.
 * @param path where the router stands
 */
export function createSnapshotAnswers(snapshots: AppOptions['snapshots'], securityHeaders: PlainHeaders, path: string): SnapshotAnswers {
  const config = preparedOnce(() => snapshots.config(), securityHeaders);
  const live = preparedOnce(() => snapshots.live(), securityHeaders);
  const configPath = `${path}/config.get`;
  const livePath = `${path}/config.live`;

  function find(method: string | undefined, target: string): EncodedAnswer | null {
    if ((method !== 'GET' && method !== 'HEAD') || isBatch(target)) return null;
    const query = target.indexOf('?');
    const wanted = query === -1 ? target : target.slice(0, query);
    if (wanted === configPath) return config();
    return wanted === livePath ? live() : null;
  }

  return {
    find,
    answer(c) {
      // The fast way out for all that is polled neither here nor so.
      if (c.req.path !== configPath && c.req.path !== livePath) return null;
      const answer = find(c.req.raw.method, `${c.req.path}${new URL(c.req.raw.url).search}`);
      return answer && sendEncoded(headOf(c), answer);
    },
  };
}

/** The prepared answer of the current snapshot, put together when the snapshot changes. */
function preparedOnce(current: () => Snapshot<unknown>, securityHeaders: PlainHeaders): () => EncodedAnswer {
  let snapshot: Snapshot<unknown> | null = null;
  let prepared: EncodedAnswer | null = null;
  return () => {
    const now = current();
    if (prepared === null || snapshot !== now) {
      snapshot = now;
      prepared = prepareAnswer(now, securityHeaders);
    }
    return prepared;
  };
}

function isBatch(url: string): boolean {
  const query = url.indexOf('?');
  return query !== -1 && url.includes('batch=', query);
}
