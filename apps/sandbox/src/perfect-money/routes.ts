import { setTimeout as sleep } from 'node:timers/promises';
import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { dropConnection } from '../drop-connection.ts';
import type { ProviderFaults } from '../faults.ts';
import { gatewayPage, HANGS_MS } from '../gateway-page.ts';
import type { PerfectMoneyBook, PerfectMoneyPayment } from './book.ts';
import type { PerfectMoneyFault } from './faults.ts';
import { type Fields, is, type PerfectMoneyContext, periodOf, readFields } from './fields.ts';
import { BUSY_ERROR, CAPTCHA_PAGE, centsOf, errorPage, fieldsPage, historyCsv, otherWalletRows, unreadableRow, usd } from './format.ts';
import { walletHolderOf } from './holder-name.ts';
import { MEMO_LENGTH_MAX, PAYMENT_ID_LENGTH_MAX, type Settings } from './options.ts';
import type { VoucherBook } from './voucher-book.ts';
import { activateVoucher, createVoucher, listVouchers, removeVoucher } from './voucher-routes.ts';

/** Pages that answer with a list. */
const LISTS: readonly string[] = ['historycsv', 'evcsv'];
/** Value of `metalfilter` for wallets in US dollars. */
const DOLLARS = '1';
const BAN_ERROR = 'You have been banned from this service for excessive behaviour for 1 minute(s)';
const LOGIN_ERROR = 'Can not login with passed AccountID and PassPhrase';

/** Perfect Money's HTTP API, GET and POST. */
export function perfectMoneyRoutes(
  book: PerfectMoneyBook,
  vouchers: VoucherBook,
  faults: ProviderFaults<PerfectMoneyFault>,
  settings: Settings,
): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>();
  const page = (name: string, work: (c: PerfectMoneyContext, fields: Fields) => Response, refuse: (text: string) => string) => {
    app.on(['GET', 'POST'], `/acct/${name}.asp`, async (c) => {
      const fields = await readFields(c);
      const isKnown = fields.AccountID === settings.accountId && fields.PassPhrase === settings.passPhrase;
      if (!isKnown || faults.take('credentials-refused')) return c.html(refuse(LOGIN_ERROR));
      if (faults.take('banned')) return c.html(refuse(BAN_ERROR));
      if (LISTS.includes(name) && faults.take('forbidden')) return gatewayPage(c, 403);
      if (LISTS.includes(name) && faults.take('hangs')) await sleep(HANGS_MS);
      return work(c, fields);
    });
  };
  page(
    'acc_name',
    (c, fields) => accountName(c, fields, faults),
    (text) => `ERROR: ${text}`,
  );
  page(
    'balance',
    (c) => c.html(fieldsPage('Balance', { [settings.wallet]: usd(book.balance(settings.wallet, settings.now())) })),
    (text) => errorPage('Balance', text),
  );
  page(
    'verify',
    (c, fields) => verify(c, fields, book, settings),
    (text) => errorPage('Spend', text),
  );
  page(
    'confirm',
    (c, fields) => confirm(c, fields, book, faults, settings),
    (text) => errorPage('Spend', text),
  );
  page(
    'historycsv',
    (c, fields) => history(c, fields, book, faults, settings),
    (text) => `Error: ${text}`,
  );
  const voucherPages = [
    ['ev_create', createVoucher],
    ['ev_activate', activateVoucher],
    ['ev_remove', removeVoucher],
  ] as const;
  for (const [name, work] of voucherPages) {
    page(
      name,
      (c, fields) => work(c, fields, vouchers, faults, settings),
      (text) => errorPage('e-Voucher', text),
    );
  }
  page(
    'evcsv',
    (c, fields) => listVouchers(c, fields, vouchers, faults, settings),
    (text) => `Error: ${text}`,
  );
  return app;
}

/** Whether a wallet exists: `U` and seven digits that do not end in 000. */
export function isWallet(account: string): boolean {
  return /^U\d{7}$/.test(account) && !account.endsWith('000');
}

function accountName(c: PerfectMoneyContext, fields: Fields, faults: ProviderFaults<PerfectMoneyFault>): Response {
  if (faults.take('lookup-unavailable')) return c.text('Service Unavailable', 503);
  const account = (fields.Account ?? '').trim().toUpperCase();
  return c.text(isWallet(account) ? walletHolderOf(account) : 'ERROR: Invalid Account');
}

interface Spend {
  readonly payee: string;
  readonly amount: bigint;
  readonly memo: string;
  readonly paymentId: string;
}

/** @returns the requested transfer, or an error message */
function readSpend(fields: Fields, settings: Settings): Spend | string {
  const payee = (fields.Payee_Account ?? '').trim().toUpperCase();
  if ((fields.Payer_Account ?? '').trim().toUpperCase() !== settings.wallet) return 'Invalid Payer_Account';
  if (!isWallet(payee) || payee === settings.wallet) return 'Invalid Payee_Account';
  const amount = centsOf(fields.Amount ?? '');
  if (amount === null) return 'Invalid Amount';
  return {
    payee,
    amount,
    memo: (fields.Memo ?? '').slice(0, MEMO_LENGTH_MAX),
    paymentId: (fields.PAYMENT_ID ?? '').slice(0, PAYMENT_ID_LENGTH_MAX),
  };
}

function spendFields(spend: Spend, settings: Settings): Record<string, string> {
  return {
    Payee_Account_Name: walletHolderOf(spend.payee),
    Payee_Account: spend.payee,
    Payer_Account: settings.wallet,
    PAYMENT_AMOUNT: usd(spend.amount),
    PAYMENT_ID: spend.paymentId,
  };
}

function verify(c: PerfectMoneyContext, fields: Fields, book: PerfectMoneyBook, settings: Settings): Response {
  const spend = readSpend(fields, settings);
  if (typeof spend === 'string') return c.html(errorPage('Spend', spend));
  if (book.balance(settings.wallet, settings.now()) < spend.amount) return c.html(errorPage('Spend', 'Not enough money to pay'));
  return c.html(fieldsPage('Spend', spendFields(spend, settings)));
}

function confirm(
  c: PerfectMoneyContext,
  fields: Fields,
  book: PerfectMoneyBook,
  faults: ProviderFaults<PerfectMoneyFault>,
  settings: Settings,
): Response {
  if (faults.take('confirm-dropped')) return dropConnection(c);
  if (faults.take('confirm-captcha')) return c.html(CAPTCHA_PAGE);
  if (faults.take('not-enough-money')) return c.html(errorPage('Spend', 'Not enough money to pay'));
  const spend = readSpend(fields, settings);
  if (typeof spend === 'string') return c.html(errorPage('Spend', spend));
  const isLate = faults.take('confirm-applied-late');
  const payment = bookSpend(spend, isLate, book, faults, settings);
  if (!payment) return c.html(errorPage('Spend', 'Not enough money to pay'));
  if (isLate || faults.take('confirm-applied-dropped')) return dropConnection(c);
  if (faults.take('confirm-applied-500')) return c.text('Internal Server Error', 500);
  if (faults.take('confirm-applied-captcha')) return c.html(CAPTCHA_PAGE);
  if (faults.take('confirm-applied-busy')) return c.html(errorPage('Spend', BUSY_ERROR));
  const { Payee_Account_Name, Payee_Account, Payer_Account, PAYMENT_AMOUNT, PAYMENT_ID } = spendFields(spend, settings) as Record<string, string>;
  const answer = { Payee_Account_Name, Payee_Account, Payer_Account, PAYMENT_AMOUNT, PAYMENT_BATCH_NUM: String(payment.batch), PAYMENT_ID };
  return c.html(fieldsPage('Spend', answer as Record<string, string>));
}

/** Books a transfer. A late one is stored with a future time, so that it happens even if the sandbox is killed. */
function bookSpend(
  spend: Spend,
  isLate: boolean,
  book: PerfectMoneyBook,
  faults: ProviderFaults<PerfectMoneyFault>,
  settings: Settings,
): PerfectMoneyPayment | null {
  const at = new Date(settings.now().getTime() + (isLate ? settings.pace.lateBookingMs : 0));
  const isHidden = faults.take('history-delayed');
  const visibleAt = new Date(at.getTime() + (isHidden ? settings.pace.historyDelayMs : 0));
  return book.pay({ ...spend, payer: settings.wallet, at, visibleAt });
}

function history(
  c: PerfectMoneyContext,
  fields: Fields,
  book: PerfectMoneyBook,
  faults: ProviderFaults<PerfectMoneyFault>,
  settings: Settings,
): Response {
  if (faults.take('history-unavailable')) return c.text('Service Unavailable', 503);
  const period = periodOf(fields);
  if (typeof period === 'string') return c.text(`Error: ${period}`);
  const now = settings.now();
  const shown = book.of(settings.wallet, now, fields.payment_id || undefined).filter((payment) => {
    const atMs = payment.at.getTime();
    const isMade = payment.payer === settings.wallet;
    if (atMs < period.fromMs || atMs >= period.untilMs || payment.visibleAt > now) return false;
    if (fields[isMade ? 'paymentsmade' : 'paymentsreceived'] === undefined) return false;
    return is(fields.batchfilter, String(payment.batch)) && is(fields.counterfilter, isMade ? payment.payee : payment.payer);
  });
  const isReceived = fields.paymentsreceived !== undefined && !fields.payment_id && !fields.batchfilter;
  const from = new Date(period.fromMs);
  const unreadable = isReceived && faults.take('history-unreadable-row') ? [unreadableRow(settings.wallet, from)] : [];
  // A history with what it should not have does not keep to the filter either.
  const others = isReceived && (fields.metalfilter !== DOLLARS || unreadable.length > 0) ? otherWalletRows(from) : [];
  return c.text(historyCsv(settings.wallet, shown, [...others, ...unreadable]));
}
