import { DAY_MS } from '@quydoi/domain/durations';
import type { PaymentFact } from '@quydoi/domain/transfer/payment';
import type { z } from 'zod';
import type { Http, HttpAnswer } from '../http.ts';
import { RailError, type RailTrouble } from '../rail-error.ts';
import type { ListSource, PaymentPage, RawWebhook, WebhookSource } from '../source.ts';
import { dateToVnTime, isSePaySignature, sePayPage, sePayWebhook, vnTimeToDate } from './wire.ts';

/** Maximum skew between a webhook's timestamp and its arrival. */
export const WEBHOOK_SKEW_SECONDS = 300;
/** Plausibility limit of a transfer, in dong. */
export const TRANSFER_DONG_MAX = 10_000_000_000_000;
/** Lookback of the first read of the list. */
const FIRST_LOOK_DAYS = 7;
/** SePay's largest page. */
const PAGE_SIZE = 100;
/** SePay takes three requests a second. Counted from a response to the next request, so that no delay on the way brings four into one second. */
const MIN_PAUSE_MS = 334;
const REFERENCE_LENGTH_MAX = 200;

/** Settings of SePay's webhooks and list. */
export interface SePaySettings {
  /** Webhook secrets: one, or two during rotation. */
  readonly secrets: readonly string[];
  readonly apiToken: string;
  /** The account that customers pay into; transactions of other accounts are ignored. */
  readonly collectionAccount: string;
  /** Pause between reads of the list. */
  readonly pollMs: number;
}

/** SePay's sources: the list of API v2, and signed webhooks. */
export type SePaySources = readonly [ListSource, Required<WebhookSource>];

/**
 * Pay-ins by SePay. List and webhooks give one transfer different ids: they are matched by account, amount, the bank's reference and time, because
 * references repeat and may be missing.
 */
export function createSePay(settings: SePaySettings, http: Http): SePaySources {
  return [
    {
      kind: 'list',
      name: 'sepay-list',
      pollMs: settings.pollMs,
      minPauseMs: MIN_PAUSE_MS,
      read: (cursor, now) => list(settings, http, cursor, now),
    },
    { ...createSePayWebhook(settings.secrets), read: (webhook) => readWebhook(settings.collectionAccount, webhook) },
  ];
}

/** SePay's webhooks for a process that only checks and stores them. */
export function createSePayWebhook(secrets: readonly string[]): WebhookSource {
  const known = secrets.filter((secret) => secret !== '');
  return { kind: 'webhook', name: 'sepay', authenticate: (webhook) => authenticate(known, webhook) };
}

/**
 * Checks SePay's signature and the age of a webhook.
 * @throws RailError trouble `signature`
 */
function authenticate(secrets: readonly string[], webhook: RawWebhook): void {
  const refuse = (why: string) => new RailError('bank', 'signature', 'not-done', `webhook ${why}`);
  if (webhook.source !== 'sepay') throw refuse('of an unknown source');
  const timestamp = webhook.headers['x-sepay-timestamp'] ?? '';
  if (!/^\d{1,12}$/.test(timestamp)) throw refuse('without a timestamp');
  const skewSeconds = Math.abs(webhook.receivedAt.getTime() / 1000 - Number(timestamp));
  if (!(skewSeconds <= WEBHOOK_SKEW_SECONDS)) throw refuse('too old or too early');
  const signature = webhook.headers['x-sepay-signature'] ?? '';
  if (!isSePaySignature(secrets, timestamp, webhook.body, signature)) throw refuse('with a wrong signature');
}

function readWebhook(account: string, webhook: RawWebhook): PaymentFact[] {
  const parsed = sePayWebhook.safeParse(parseJson(webhook.body));
  if (!parsed.success) throw malformed('webhook', parsed.error.issues[0]?.path.join('.') ?? '');
  const told = parsed.data;
  if (told.transferType !== 'in' || told.accountNumber !== account) return [];
  return [
    factOf({
      account,
      reference: told.referenceCode,
      amount: told.transferAmount,
      memo: told.content,
      time: told.transactionDate,
      source: 'sepay-webhook',
      sourceId: String(told.id),
    }),
  ];
}

async function list(settings: SePaySettings, http: Http, cursor: string | null, now: Date): Promise<PaymentPage> {
  const from = cursor === null ? { transaction_date_from: dateToVnTime(new Date(now.getTime() - FIRST_LOOK_DAYS * DAY_MS)) } : { since_id: cursor };
  const answer = await http.get(
    'v2/transactions',
    { ...from, transfer_type: 'in', transaction_date_sort: 'asc', per_page: String(PAGE_SIZE) },
    { authorization: `Bearer ${settings.apiToken}`, accept: 'application/json' },
  );
  if (answer.status !== 200) throw refusal(answer);
  const parsed = sePayPage.safeParse(parseJson(answer.text));
  if (!parsed.success) throw malformed('list', parsed.error.issues[0]?.path.join('.') ?? '');
  const rows = parsed.data.data;
  const ours = rows.filter((row) => row.transfer_type === 'in' && row.account_number === settings.collectionAccount && row.amount_in !== 0);
  const read = ours.map((row) => ({ id: row.id, fact: factOrNull(row) }));
  return {
    facts: read.flatMap(({ fact }) => (fact ? [fact] : [])),
    unreadable: read.flatMap(({ id, fact }) => (fact ? [] : [id])),
    cursor: rows.at(-1)?.id ?? cursor,
    more: rows.length > 0 && parsed.data.meta.pagination.has_more,
  };
}

type ListRow = z.output<typeof sePayPage>['data'][number];

/** Converts a list row to a payment; null for values that no transfer can have. */
function factOrNull(row: ListRow): PaymentFact | null {
  try {
    return factOf({
      account: row.account_number,
      reference: row.reference_number,
      amount: row.amount_in,
      memo: row.transaction_content,
      time: row.transaction_date,
      source: 'sepay-list',
      sourceId: row.id,
    });
  } catch (error) {
    if (error instanceof RailError && error.trouble === 'malformed') return null;
    throw error;
  }
}

interface ReportedTransfer {
  readonly account: string;
  readonly reference: string | null | undefined;
  readonly amount: number;
  readonly memo: string | null | undefined;
  readonly time: string;
  readonly source: 'sepay-webhook' | 'sepay-list';
  readonly sourceId: string;
}

function factOf(told: ReportedTransfer): PaymentFact {
  const { account, amount, source, sourceId } = told;
  if (!Number.isInteger(amount) || amount < 1 || amount > TRANSFER_DONG_MAX) throw malformed(source, 'amount');
  const paidAt = vnTimeToDate(told.time);
  if (!paidAt) throw malformed(source, 'time');
  const memo = clean(told.memo ?? '');
  const reference = clean(told.reference ?? '');
  if (reference.length > REFERENCE_LENGTH_MAX) throw malformed(source, 'reference');
  return {
    rail: 'bank',
    account,
    reference,
    unit: 'vnd',
    amount: BigInt(amount),
    exactAmount: null,
    memo,
    payer: null,
    payerName: null,
    paidAt,
    confirmed: true,
    source,
    sourceId,
  };
}

/** Removes control characters and lone surrogates, which PostgreSQL rejects. */
function clean(text: string): string {
  return text
    .toWellFormed()
    .replace(/\p{Cc}+/gu, ' ')
    .trim();
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function malformed(what: string, where: string): RailError {
  return new RailError('bank', 'malformed', 'unknown', `SePay ${what} cannot be read: ${where || 'not JSON'}`);
}

/** SePay refuses credentials by a 401 in JSON. A 403 or a page comes from something before it. */
function refusal({ status, text }: HttpAnswer): RailError {
  return new RailError('bank', troubleOf(status, parseJson(text) !== undefined), 'unknown', `SePay list answered ${status}`);
}

function troubleOf(status: number, isJson: boolean): RailTrouble {
  if (status === 401) return isJson ? 'credentials' : 'unreachable';
  if (status === 429) return 'busy';
  return status === 403 || status >= 500 ? 'unreachable' : 'refused';
}
