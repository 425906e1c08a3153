import { createHash } from 'node:crypto';
import { appendFileSync, createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Endpoints } from './endpoints.ts';

/** An answer of the exchange to a call of the run. */
export interface KeptAnswer {
  /** Method or path, as messages name it. */
  readonly call: string;
  readonly status: number;
  readonly text: string;
  /** Whether the call named an order together with its key. */
  readonly hasOrderKey?: boolean;
}

/** The only call whose answer is meant to reveal codes, and the fields of its data that hold them: an order, to whoever has its key. */
const REVEALING_CALL = '/api/v1/histories';
const REVEALED_FIELDS = ['PmVoucher', 'evoucher_code'] as const;

/** Digests of what a file holds already: an order that is polled gives the same answer many times. */
const kept = new Map<string, Set<string>>();

/** Keeps an answer in the run's folder, once for each call, status and text. Endpoints without such a file keep nothing. */
export function keepAnswer({ answersFile }: Pick<Endpoints, 'answersFile'>, answer: KeptAnswer): void {
  if (answersFile === undefined) return;
  const digests = kept.get(answersFile) ?? new Set();
  kept.set(answersFile, digests);
  const line = JSON.stringify(answer);
  const digest = createHash('sha256').update(line).digest('base64');
  if (digests.has(digest)) return;
  appendFileSync(answersFile, `${line}\n`);
  digests.add(digest);
}

/** Reads the answers of a run, without what they are meant to reveal. @throws Error when none was kept: there would be nothing to search */
export async function* readKeptAnswers({ answersFile }: Pick<Endpoints, 'answersFile'>): AsyncGenerator<KeptAnswer> {
  if (answersFile === undefined || !kept.get(answersFile)?.size) throw new Error('no answer of this exchange was kept');
  for await (const line of createInterface({ input: createReadStream(answersFile), crlfDelay: Number.POSITIVE_INFINITY })) {
    const answer = JSON.parse(line) as KeptAnswer;
    yield { ...answer, text: withoutRevealed(answer) };
  }
}

function withoutRevealed({ call, hasOrderKey = false, status, text }: KeptAnswer): string {
  if (!hasOrderKey || call !== REVEALING_CALL || status !== 200) return text;
  const { data, ...rest } = JSON.parse(text) as { readonly data?: Readonly<Record<string, unknown>> };
  return JSON.stringify({ ...rest, data: { ...data, ...Object.fromEntries(REVEALED_FIELDS.map((field) => [field, ''])) } });
}
