import type { PaymentFact } from '@quydoi/domain/transfer/payment';
import type { Http } from '../http.ts';
import { RailError } from '../rail-error.ts';
import type { ListSource, RawWebhook, WebhookSource } from '../source.ts';
import { factOf, malformed, parseJson } from './reported-transfer.ts';
import { readSePayAgain, readSePayList } from './sepay-list.ts';
import { isSePaySignature, sePayWebhook, vnTimeToDate } from './wire.ts';

/** How far a webhook's timestamp may lie after its arrival, by a clock that is ahead. */
const WEBHOOK_AHEAD_SECONDS_MAX = 300;
/**
 * Pauses between requests for the list. SePay takes three requests a second from one IP address: two are for the role that confirms payments, because
 * a payout waits for its reading and the other role journals from it as well; one is for that role's own reading. Counted from a response to the next
 * request, so that no delay on the way brings more into one second.
 */
export const SEPAY_PAUSE_MS = { confirm: 500, find: 1_000 } as const;

/** Settings of SePay's webhooks and list. */
export interface SePaySettings {
  /** Webhook secrets: one, or two during rotation. */
  readonly secrets: readonly string[];
  readonly apiToken: string;
  /** Pause between reads of the list. */
  readonly pollMs: number;
  /** Minimum pause between a response and the next request: `SEPAY_PAUSE_MS`. */
  readonly minPauseMs: number;
  /** How long a row without a memo is read again before it is reported as it is. */
  readonly memoWaitMs: number;
}

/** SePay's sources: the list of API v2, and signed webhooks. */
export type SePaySources = readonly [ListSource, WebhookSource & Required<Pick<WebhookSource, 'read'>>];

/**
 * Pay-ins by SePay. List and webhooks give one transfer different ids: they are matched by account, amount, the bank's reference and time, because
 * references repeat and may be missing. Both tell of every account that is linked at SePay.
 */
export function createSePay(settings: SePaySettings, http: Http): SePaySources {
  const list = { http, apiToken: settings.apiToken, memoWaitMs: settings.memoWaitMs };
  return [
    {
      kind: 'list',
      name: 'sepay-list',
      pollMs: settings.pollMs,
      minPauseMs: settings.minPauseMs,
      read: (cursor, now) => readSePayList(list, cursor, now),
      readAgain: readSePayAgain,
    },
    { ...createSePayWebhook(settings.secrets), read: readWebhook },
  ];
}

/** SePay's webhooks for a process that only checks and stores them. */
export function createSePayWebhook(secrets: readonly string[]): WebhookSource {
  const known = secrets.filter((secret) => secret !== '');
  return { kind: 'webhook', name: 'sepay', authenticate: (webhook) => authenticate(known, webhook) };
}

/**
 * Checks SePay's signature, and that a webhook is not from the future. It may be old: SePay tells a payment again for half an hour, and by hand later,
 * and whether it signs the time anew is not documented. A replay gives nobody anything, because the list decides and a body is stored once.
 * @throws RailError trouble `signature`
 */
function authenticate(secrets: readonly string[], webhook: RawWebhook): void {
  const refuse = (why: string) => new RailError('bank', 'signature', 'not-done', `webhook ${why}`);
  if (webhook.source !== 'sepay') throw refuse('of an unknown source');
  const timestamp = webhook.headers['x-sepay-timestamp'] ?? '';
  if (!/^\d{1,12}$/.test(timestamp)) throw refuse('without a timestamp');
  const aheadSeconds = Number(timestamp) - webhook.receivedAt.getTime() / 1000;
  if (!(aheadSeconds <= WEBHOOK_AHEAD_SECONDS_MAX)) throw refuse('from the future');
  const signature = webhook.headers['x-sepay-signature'] ?? '';
  if (!isSePaySignature(secrets, timestamp, webhook.body, signature)) throw refuse('with a wrong signature');
}

function readWebhook(webhook: RawWebhook): PaymentFact[] {
  const parsed = sePayWebhook.safeParse(parseJson(webhook.body));
  if (!parsed.success) throw malformed('SePay', 'webhook', parsed.error.issues[0]?.path.join('.') ?? '');
  const told = parsed.data;
  if (told.transferType !== 'in') return [];
  return [
    factOf({
      account: told.accountNumber,
      subAccount: told.subAccount,
      reference: told.referenceCode,
      amount: told.transferAmount,
      memo: told.content,
      paidAt: vnTimeToDate(told.transactionDate),
      source: 'sepay-webhook',
      sourceId: String(told.id),
    }),
  ];
}
