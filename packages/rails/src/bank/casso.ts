import type { PaymentFact } from '@quydoi/domain/transfer/payment';
import type { Http } from '../http.ts';
import { RailError } from '../rail-error.ts';
import type { ListSource, RawWebhook, WebhookSource } from '../source.ts';
import { readCassoAgain, readCassoList } from './casso-list.ts';
import { cassoTimeToDate, cassoWebhook, isCassoSignature, readCassoHeader } from './casso-wire.ts';
import { factOf, malformed, parseJson } from './reported-transfer.ts';

/** How far a webhook's timestamp may lie after its arrival, by a clock that is ahead. */
const WEBHOOK_AHEAD_MS_MAX = 300_000;
/** Pause between a response and the next request. Casso publishes no rate limit. */
const PAUSE_MS = 500;

/** Settings of Casso's list. */
export interface CassoSettings {
  readonly apiKey: string;
  /** Pause between reads of the list. */
  readonly pollMs: number;
  /** How long a row without a memo is read again before it is reported as it is. */
  readonly memoWaitMs: number;
}

/** Casso's list of incoming transfers: a second source of the bank payments that SePay reports. It tells of every account that is linked at Casso. */
export function createCassoList({ apiKey, pollMs, memoWaitMs }: CassoSettings, http: Http): ListSource {
  const list = { http, apiKey, memoWaitMs };
  return {
    kind: 'list',
    name: 'casso-list',
    pollMs,
    minPauseMs: PAUSE_MS,
    read: (cursor, now) => readCassoList(list, cursor, now),
    readAgain: readCassoAgain,
  };
}

/** Casso's webhooks V2. @param keys its checksum keys: one, or two during rotation, because older events keep the older key */
export function createCassoWebhook(keys: readonly string[]): Required<Omit<WebhookSource, 'questions'>> {
  const known = keys.filter((key) => key !== '');
  return { kind: 'webhook', name: 'casso', authenticate: (webhook) => authenticate(known, webhook), read: readWebhook };
}

/**
 * Checks Casso's signature, and that a webhook is not from the future. It may be old: a webhook can be sent again by hand, and the list decides.
 * @throws RailError trouble `signature`
 */
function authenticate(keys: readonly string[], webhook: RawWebhook): void {
  const refuse = (why: string) => new RailError('bank', 'signature', 'not-done', `webhook ${why}`);
  if (webhook.source !== 'casso') throw refuse('of an unknown source');
  const signed = readCassoHeader(webhook.headers['x-casso-signature'] ?? '');
  if (!signed) throw refuse('without a signature');
  if (Number(signed.timestamp) - webhook.receivedAt.getTime() > WEBHOOK_AHEAD_MS_MAX) throw refuse('from the future');
  if (!isCassoSignature(keys, signed.timestamp, webhook.body, signed.signature)) throw refuse('with a wrong signature');
}

function readWebhook(webhook: RawWebhook): PaymentFact[] {
  const parsed = cassoWebhook.safeParse(parseJson(webhook.body));
  if (!parsed.success) throw malformed('Casso', 'webhook', parsed.error.issues[0]?.path.join('.') ?? '');
  const { data: told } = parsed.data;
  // Pings have the id 0.
  if (told.id === 0 || told.amount <= 0) return [];
  return [
    factOf({
      account: told.accountNumber,
      subAccount: told.virtualAccountNumber,
      reference: told.reference,
      amount: told.amount,
      memo: told.description,
      paidAt: cassoTimeToDate(told.transactionDateTime),
      source: 'casso-webhook',
      sourceId: String(told.id),
    }),
  ];
}
