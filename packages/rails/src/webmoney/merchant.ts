import { createHash, timingSafeEqual } from 'node:crypto';
import { paymentNumberOf } from '@quydoi/domain/order/payment-number';
import { isRef } from '@quydoi/domain/order/ref';
import type { PaymentFact } from '@quydoi/domain/transfer/payment';
import type { Checkout } from '../rail.ts';
import { RailError } from '../rail-error.ts';
import type { PaymentQuestion, RawWebhook, WebhookSource } from '../source.ts';
import { purse, wmzText, wmzUnits } from './wire.ts';

/** Name of the route, and of what the notifications tell. */
export const ROUTE = 'webmoney';
/** Our own field of the form, which both calls bring back. */
const REF_FIELD = 'ref';
/** Moscow time is three hours ahead of UTC. */
const MOSCOW_AHEAD_MS = 3 * 3_600_000;

/** Fields that `LMI_HASH` covers, in order; the secret key stands between date and payer. */
const BEFORE_SECRET = [
  'LMI_PAYEE_PURSE',
  'LMI_PAYMENT_AMOUNT',
  'LMI_PAYMENT_NO',
  'LMI_MODE',
  'LMI_SYS_INVS_NO',
  'LMI_SYS_TRANS_NO',
  'LMI_SYS_TRANS_DATE',
] as const;
const AFTER_SECRET = ['LMI_PAYER_PURSE', 'LMI_PAYER_WM'] as const;

/** Settings of our purse in the merchant interface. */
export interface MerchantSettings {
  readonly ourPurse: string;
  /** Its secret keys: one, or two while it is being changed. */
  readonly secrets: readonly string[];
}

/**
 * The form for paying an order at WebMoney's page. The reference is the description, so that the operation is matched as any transfer is, and a field
 * of our own, by which the two calls of the result URL name the order.
 * @param url `https://merchant.web.money/lmi/payment.asp`
 */
export function createCheckout(url: string): Checkout {
  return {
    url,
    fieldsOf: ({ ref, account, amount }) => ({
      LMI_PAYEE_PURSE: account,
      LMI_PAYMENT_AMOUNT: wmzText(amount),
      LMI_PAYMENT_NO: String(paymentNumberOf(ref)),
      LMI_PAYMENT_DESC: ref,
      [REF_FIELD]: ref,
    }),
  };
}

/**
 * The result URL of the merchant interface: the question before a payment, answered `YES` for one that fits an open order, and the notification after
 * it. The notification only triggers a read of the operations.
 */
export function createResultUrl(settings: MerchantSettings): WebhookSource {
  return {
    kind: 'webhook',
    name: ROUTE,
    authenticate: (webhook) => authenticate(settings, webhook),
    read: (webhook) => [factOf(fieldsOf(webhook))],
    questions: {
      read: (webhook) => questionIn(settings, fieldsOf(webhook)),
      yes: 'YES',
      no: 'This order takes no such payment now. Please open the order again and check the amount.',
    },
  };
}

type Fields = Readonly<Record<string, string>>;

function fieldsOf({ body }: RawWebhook): Fields {
  return Object.fromEntries(new URLSearchParams(body));
}

/**
 * Hash of a notification: SHA-256 over the values without separators, in capitals.
 * @param secret the purse's secret key
 */
export function merchantHash(fields: Fields, secret: string): string {
  const text = (names: readonly string[]) => names.map((name) => fields[name] ?? '').join('');
  return createHash('sha256')
    .update(`${text(BEFORE_SECRET)}${secret}${text(AFTER_SECRET)}`)
    .digest('hex')
    .toUpperCase();
}

/** @throws RailError trouble `signature`, also for payments of the test mode, which move nothing, and into other purses */
function authenticate({ ourPurse, secrets }: MerchantSettings, webhook: RawWebhook): void {
  const refuse = (why: string) => new RailError('webmoney', 'signature', 'not-done', `notification ${why}`);
  const fields = fieldsOf(webhook);
  const told = Buffer.from((fields.LMI_HASH ?? '').toUpperCase());
  const isGenuine = secrets.some((secret) => {
    const hash = Buffer.from(merchantHash(fields, secret));
    return secret !== '' && told.length === hash.length && timingSafeEqual(told, hash);
  });
  if (!isGenuine) throw refuse('with a wrong hash');
  if (fields.LMI_MODE !== '0') throw refuse('of a test payment');
  if (purse(fields.LMI_PAYEE_PURSE ?? '') !== ourPurse) throw refuse('of another purse');
}

/** Reads a call without a hash: a question, or a probe of the URL. */
function questionIn({ ourPurse }: MerchantSettings, fields: Fields): PaymentQuestion | 'probe' | 'unfit' | null {
  if (fields.LMI_HASH !== undefined) return null;
  if (fields.LMI_PREREQUEST !== '1') return 'probe';
  const ref = fields[REF_FIELD] ?? '';
  const amount = wmzUnits(fields.LMI_PAYMENT_AMOUNT ?? '');
  const isOfOrder = isRef(ref) && fields.LMI_PAYMENT_NO === String(paymentNumberOf(ref));
  if (!isOfOrder || amount === null || fields.LMI_MODE !== '0' || purse(fields.LMI_PAYEE_PURSE ?? '') !== ourPurse) return 'unfit';
  return { ref, account: ourPurse, unit: 'wmz', amount, payer: purse(fields.LMI_PAYER_PURSE ?? '') || null };
}

function factOf(fields: Fields): PaymentFact {
  const { LMI_PAYEE_PURSE = '', LMI_PAYMENT_AMOUNT = '', LMI_SYS_TRANS_NO = '', LMI_SYS_TRANS_DATE = '', LMI_PAYER_PURSE = '' } = fields;
  const amount = wmzUnits(LMI_PAYMENT_AMOUNT);
  const paidAt = dateOf(LMI_SYS_TRANS_DATE);
  if (amount === null || amount <= 0n || paidAt === null || !/^[1-9]\d{0,18}$/.test(LMI_SYS_TRANS_NO))
    throw new RailError('webmoney', 'malformed', 'not-done', 'notification cannot be read');
  return {
    network: 'webmoney',
    account: purse(LMI_PAYEE_PURSE),
    reference: LMI_SYS_TRANS_NO,
    unit: 'wmz',
    amount,
    exactAmount: null,
    memo: (fields[REF_FIELD] ?? '').slice(0, 100),
    payer: purse(LMI_PAYER_PURSE) || null,
    payerName: null,
    paidAt,
    confirmed: true,
    source: ROUTE,
    sourceId: LMI_SYS_TRANS_NO,
  };
}

/** A time as notifications write it (`20260105 10:20:30`), of Moscow; null when it is none. */
function dateOf(text: string): Date | null {
  const match = /^(\d{4})(\d{2})(\d{2}) (\d{2}):(\d{2}):(\d{2})$/.exec(text);
  if (!match) return null;
  const [year, month, day, hour, minute, second] = match.slice(1).map(Number) as [number, number, number, number, number, number];
  return new Date(Date.UTC(year, month - 1, day, hour, minute, second) - MOSCOW_AHEAD_MS);
}
