import type { Snapshot } from '@quydoi/contract/ports';
import type { AppOptions } from '../http/context.ts';
import { encodeSnapshot } from '../http/encoding.ts';
import type { PlainHeaders } from '../http/security-headers.ts';
import type { FindPoll, Poll } from './poll.ts';
import { chooseAnswer, type PreparedResponse, prepareAnswer } from './prepared-response.ts';

/**
 * Recognises unbatched `config.get` and `config.live`, whatever their input, and answers them from encoded snapshots.
 * @param path where the tRPC router is mounted
 */
export function createSnapshotPolls(snapshots: AppOptions['snapshots'], securityHeaders: PlainHeaders, path: string): FindPoll {
  const config = pollOf(`${path}/config.get`, () => snapshots.config(), securityHeaders);
  const live = pollOf(`${path}/config.live`, () => snapshots.live(), securityHeaders);
  return (method, target) => {
    if ((method !== 'GET' && method !== 'HEAD') || isBatch(target)) return null;
    const query = target.indexOf('?');
    const wanted = query === -1 ? target : target.slice(0, query);
    if (wanted === config.route) return config;
    return wanted === live.route ? live : null;
  };
}

/** Prepares the current snapshot's answer again only after the snapshot has changed. */
function pollOf(route: string, current: () => Snapshot<unknown>, securityHeaders: PlainHeaders): Poll {
  let snapshot: Snapshot<unknown> | null = null;
  let prepared: PreparedResponse | null = null;
  return {
    route,
    answer(head) {
      const now = current();
      if (prepared === null || snapshot !== now) {
        snapshot = now;
        prepared = prepareAnswer(encodeSnapshot(trpcAnswerOf(now.view), now.etag), securityHeaders);
      }
      return chooseAnswer(prepared, head);
    },
  };
}

/** The bytes of the procedure's own answer: snapshots hold JSON values only, so the transformer has nothing to annotate. */
function trpcAnswerOf(view: unknown): Buffer {
  return Buffer.from(JSON.stringify({ result: { data: { json: view } } }));
}

function isBatch(url: string): boolean {
  const query = url.indexOf('?');
  return query !== -1 && url.includes('batch=', query);
}
