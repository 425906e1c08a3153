import { dropConnection } from '../drop-connection.ts';
import type { ProviderFaults } from '../faults.ts';
import type { PerfectMoneyFault } from './faults.ts';
import { type Fields, is, type PerfectMoneyContext, periodOf } from './fields.ts';
import { BUSY_ERROR, CAPTCHA_PAGE, centsOf, errorPage, fieldsPage, unreadableVoucherRow, usd, vouchersCsv } from './format.ts';
import type { Settings } from './options.ts';
import { DOLLAR, type VoucherBook } from './voucher-book.ts';

type Faults = ProviderFaults<PerfectMoneyFault>;

const TITLE = 'e-Voucher';
/** Activates vouchers elsewhere under `voucher-used-elsewhere`. */
const ELSEWHERE = 'U2999998';

/** `ev_create.asp`: a voucher out of our wallet. Like the provider, it knows no reference of ours. */
export function createVoucher(c: PerfectMoneyContext, fields: Fields, book: VoucherBook, faults: Faults, settings: Settings): Response {
  if (faults.take('voucher-create-dropped')) return dropConnection(c);
  if (faults.take('not-enough-money')) return c.html(errorPage(TITLE, 'Not enough money to pay'));
  if (accountOf(fields.Payer_Account) !== settings.wallet) return c.html(errorPage(TITLE, 'Invalid Payer_Account'));
  const amount = centsOf(fields.Amount ?? '');
  if (amount === null) return c.html(errorPage(TITLE, 'Invalid Amount'));
  const at = settings.now();
  const visibleAt = new Date(at.getTime() + (faults.take('voucher-list-delayed') ? settings.pace.historyDelayMs : 0));
  const created = book.create({ issuer: settings.wallet, amount, currency: DOLLAR, at, visibleAt });
  if (!created) return c.html(errorPage(TITLE, 'Not enough money to pay'));
  if (faults.take('voucher-created-dropped')) return dropConnection(c);
  if (faults.take('voucher-created-500')) return c.text('Internal Server Error', 500);
  if (faults.take('voucher-created-captcha')) return c.html(CAPTCHA_PAGE);
  if (faults.take('voucher-created-busy')) return c.html(errorPage(TITLE, BUSY_ERROR));
  const { voucher, payment } = created;
  const answer = {
    Payer_Account: settings.wallet,
    PAYMENT_AMOUNT: usd(amount + payment.fee),
    PAYMENT_BATCH_NUM: String(voucher.batch),
    VOUCHER_NUM: voucher.number,
    VOUCHER_CODE: voucher.code,
    VOUCHER_AMOUNT: usd(amount),
  };
  return c.html(fieldsPage(TITLE, answer));
}

/** `ev_activate.asp`: a voucher's money into our wallet. The wrong pair and a used voucher get the same answer. */
export function activateVoucher(c: PerfectMoneyContext, fields: Fields, book: VoucherBook, faults: Faults, settings: Settings): Response {
  if (faults.take('voucher-activate-dropped')) return dropConnection(c);
  if (accountOf(fields.Payee_Account) !== settings.wallet) return c.html(errorPage(TITLE, 'Invalid Payee_Account'));
  const [number, code] = [fields.ev_number ?? '', fields.ev_code ?? ''];
  if (book.problemOf(number, code) === null) {
    if (faults.take('voucher-said-invalid')) return c.html(errorPage(TITLE, 'Invalid ev_number or ev_code'));
    if (faults.take('voucher-used-elsewhere')) book.activate(number, code, ELSEWHERE, settings.now());
    if (faults.take('voucher-removed')) book.remove(number, book.issuerOf(number) ?? '', settings.now());
  }
  const activated = book.activate(number, code, settings.wallet, settings.now());
  if (typeof activated === 'string') return c.html(errorPage(TITLE, activated));
  if (faults.take('voucher-activated-dropped')) return dropConnection(c);
  if (faults.take('voucher-activated-500')) return c.text('Internal Server Error', 500);
  if (faults.take('voucher-activated-captcha')) return c.html(CAPTCHA_PAGE);
  const { voucher, batch } = activated;
  const answer = {
    VOUCHER_NUM: voucher.number,
    VOUCHER_AMOUNT: usd(voucher.amount),
    VOUCHER_AMOUNT_CURRENCY: voucher.currency,
    Payee_Account: settings.wallet,
    PAYMENT_BATCH_NUM: String(batch),
  };
  return c.html(fieldsPage(TITLE, answer));
}

/** `ev_remove.asp`: an unused voucher of ours back into our wallet. */
export function removeVoucher(c: PerfectMoneyContext, fields: Fields, book: VoucherBook, _faults: Faults, settings: Settings): Response {
  const removed = book.remove(fields.ev_number ?? '', settings.wallet, settings.now());
  if (typeof removed === 'string') return c.html(errorPage(TITLE, removed));
  const { voucher, batch } = removed;
  const answer = {
    VOUCHER_NUM: voucher.number,
    VOUCHER_AMOUNT: usd(voucher.amount),
    Payer_Account: settings.wallet,
    PAYMENT_BATCH_NUM: String(batch),
  };
  return c.html(fieldsPage(TITLE, answer));
}

/** `evcsv.asp`: the vouchers that we have created, by the days of their creation, codes included. */
export function listVouchers(c: PerfectMoneyContext, fields: Fields, book: VoucherBook, faults: Faults, settings: Settings): Response {
  if (faults.take('voucher-list-unavailable')) return c.text('Service Unavailable', 503);
  const period = periodOf(fields);
  if (typeof period === 'string') return c.text(`Error: ${period}`);
  const now = settings.now();
  const shown = book.issuedBy(settings.wallet, now).filter(({ createdAt, number, batch, activated }) => {
    const atMs = createdAt.getTime();
    if (atMs < period.fromMs || atMs >= period.untilMs) return false;
    return is(fields.ev_number, number) && is(fields.batchfilter, String(batch)) && is(fields.counterfilter, activated?.account ?? '');
  });
  const unreadable = faults.take('voucher-list-unreadable-row') ? [unreadableVoucherRow(settings.wallet, now)] : [];
  if (shown.length + unreadable.length === 0) return c.text('No Records Found.');
  return c.text(vouchersCsv(shown, unreadable));
}

function accountOf(text: string | undefined): string {
  return (text ?? '').trim().toUpperCase();
}
