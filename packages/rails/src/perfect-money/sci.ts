import { createHash, timingSafeEqual } from 'node:crypto';
import { isRef } from '@quydoi/domain/order/ref';
import type { PaymentFact } from '@quydoi/domain/transfer/payment';
import type { Checkout } from '../rail.ts';
import { RailError } from '../rail-error.ts';
import type { RawWebhook, WebhookSource } from '../source.ts';
import { isBatch } from './history.ts';
import { CENTS_MAX, centsToUsd, isUsdWallet, usdToCents, wallet } from './wire.ts';

/** Name of the route, and of what the status calls tell. */
export const ROUTE = 'perfect-money';
/** What the hash covers where a form named no payment. */
const NO_PAYMENT_ID = 'NULL';
const UNITS = 'USD';

/** Settings of our shop at Perfect Money's Shopping Cart Interface (SCI). */
export interface ShopSettings {
  readonly ourWallet: string;
  /** Our alternate passphrases, which spend nothing: one, or two while it is being changed. */
  readonly alternatePassphrases: readonly string[];
}

/** Where Perfect Money's page leads back to. */
export interface CheckoutOptions {
  /** `https://perfectmoney.com/api/step1.asp` */
  readonly url: string;
  /** Origin of the exchange, which the payer's browser comes back to. */
  readonly publicUrl: string;
  /** Name of the exchange, as the page shows it. */
  readonly shopName: string;
}

/**
 * The form for paying an order on Perfect Money's page, from a wallet. The reference is the memo, which the payer cannot change there, so that the
 * payment is matched as any transfer is.
 */
export function createCheckout({ url, publicUrl, shopName }: CheckoutOptions): Checkout {
  return {
    url,
    fieldsOf: ({ ref, account, amount }) => {
      const orderPage = new URL(`/order/${ref}`, publicUrl).href;
      return {
        PAYEE_ACCOUNT: account,
        PAYEE_NAME: shopName,
        PAYMENT_ID: ref,
        PAYMENT_AMOUNT: centsToUsd(amount),
        PAYMENT_UNITS: UNITS,
        STATUS_URL: new URL(`/webhooks/${ROUTE}`, publicUrl).href,
        PAYMENT_URL: orderPage,
        PAYMENT_URL_METHOD: 'LINK',
        NOPAYMENT_URL: orderPage,
        NOPAYMENT_URL_METHOD: 'LINK',
        SUGGESTED_MEMO: ref,
        SUGGESTED_MEMO_NOCHANGE: '1',
        AVAILABLE_PAYMENT_METHODS: 'account',
      };
    },
  };
}

/** The status URL: Perfect Money's notification of a payment by its page. It only triggers a read of the history. */
export function createStatusUrl(settings: ShopSettings): WebhookSource {
  return {
    kind: 'webhook',
    name: ROUTE,
    authenticate: (webhook) => authenticate(settings, fieldsOf(webhook)),
    read: (webhook) => [factOf(fieldsOf(webhook))],
  };
}

type Fields = Readonly<Record<string, string>>;

function fieldsOf({ body }: RawWebhook): Fields {
  return Object.fromEntries(new URLSearchParams(body));
}

/**
 * `V2_HASH` of a status call: MD5 over the values as they were received, with colons between them, in capitals. MD5 is the provider's choice.
 * @param alternatePassphrase of our account, covered by its own MD5
 */
export function statusHash(fields: Fields, alternatePassphrase: string): string {
  const { PAYEE_ACCOUNT, PAYMENT_AMOUNT, PAYMENT_UNITS, PAYMENT_BATCH_NUM, PAYER_ACCOUNT, TIMESTAMPGMT } = fields;
  const paid = [fields.PAYMENT_ID || NO_PAYMENT_ID, PAYEE_ACCOUNT, PAYMENT_AMOUNT, PAYMENT_UNITS, PAYMENT_BATCH_NUM, PAYER_ACCOUNT];
  return md5([...paid, md5(alternatePassphrase), TIMESTAMPGMT].map((value) => value ?? '').join(':'));
}

function md5(text: string): string {
  return createHash('md5').update(text).digest('hex').toUpperCase();
}

/** @throws RailError trouble `signature`, also for payments in other units and into other wallets */
function authenticate({ ourWallet, alternatePassphrases }: ShopSettings, fields: Fields): void {
  const refuse = (why: string) => new RailError('perfect-money', 'signature', 'not-done', `status call ${why}`);
  const told = Buffer.from((fields.V2_HASH ?? '').toUpperCase());
  const isGenuine = alternatePassphrases.some((passphrase) => {
    const hash = Buffer.from(statusHash(fields, passphrase));
    return passphrase !== '' && told.length === hash.length && timingSafeEqual(told, hash);
  });
  if (!isGenuine) throw refuse('with a wrong hash');
  if (wallet(fields.PAYEE_ACCOUNT ?? '') !== ourWallet || fields.PAYMENT_UNITS !== UNITS) throw refuse('of another wallet');
  // The payer chooses PAYMENT_ID and sees the hash: with colons in one field, a genuine hash would cover other fields than those that were hashed.
  if (readPaid(fields) === null) throw refuse('that is divided in another way');
}

interface Paid {
  readonly amount: bigint;
  readonly batch: string;
  readonly payer: string;
  readonly paidAt: Date;
}

/** The fields that the payer does not choose; null where one has not its form. */
function readPaid(fields: Fields): Paid | null {
  const { PAYMENT_AMOUNT = '', PAYMENT_BATCH_NUM = '', PAYER_ACCOUNT = '', TIMESTAMPGMT = '' } = fields;
  const amount = usdToCents(PAYMENT_AMOUNT);
  const payer = wallet(PAYER_ACCOUNT);
  if (amount === null || amount <= 0n || amount > CENTS_MAX || !isBatch(PAYMENT_BATCH_NUM) || !isUsdWallet(payer)) return null;
  if (!/^[1-9]\d{8,10}$/.test(TIMESTAMPGMT)) return null;
  return { amount, batch: PAYMENT_BATCH_NUM, payer, paidAt: new Date(Number(TIMESTAMPGMT) * 1_000) };
}

function factOf(fields: Fields): PaymentFact {
  const paid = readPaid(fields);
  if (paid === null) throw new RailError('perfect-money', 'malformed', 'not-done', 'status call cannot be read');
  const { PAYMENT_ID = '', PAYEE_ACCOUNT = '' } = fields;
  return {
    network: 'perfect-money',
    account: wallet(PAYEE_ACCOUNT),
    reference: paid.batch,
    unit: 'pm',
    amount: paid.amount,
    exactAmount: null,
    // The memo is not told: our form makes it the same as PAYMENT_ID.
    memo: isRef(PAYMENT_ID) ? PAYMENT_ID : '',
    payer: paid.payer,
    payerName: null,
    paidAt: paid.paidAt,
    confirmed: true,
    source: ROUTE,
    sourceId: paid.batch,
  };
}
