import type { Bench } from './bench.ts';
import { clientRequest } from './client-request.ts';
import type { Result } from './measure.ts';
import { besideSameBytes, exchanged, withTag } from './same-bytes.ts';

const GOAL = 0.85;

/** Measures the poll that every open page makes every few seconds: `config.get`, unchanged (304) and in full (brotli). */
export async function measureConfigPoll(bench: Bench): Promise<Result[]> {
  const request = await clientRequest((client) => client.config.get.query());
  const known = await exchanged(bench, request);
  if (known.answer.headers['content-encoding'] !== 'br') throw new Error('the configuration did not come in brotli');
  if (!known.notModified) throw new Error('the configuration came without an entity tag');
  return besideSameBytes(
    bench,
    [known],
    [
      { key: 'config-304', title: 'config poll, unchanged (304)', goal: GOAL, requests: [withTag(known)] },
      { key: 'config-br', title: 'config poll, in full (brotli)', goal: GOAL, requests: [request] },
    ],
  );
}
