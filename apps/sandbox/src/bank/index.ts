import type { HttpBindings } from '@hono/node-server';
import { HOUR_MS } from '@quydoi/domain/durations';
import { Hono } from 'hono';
import { minorUnits } from '../amount.ts';
import { passOnMemo } from '../memo.ts';
import { defineNetwork, type PaymentDraft, type Transfer, type TransferState } from '../network.ts';
import { Problem } from '../problem.ts';
import { type AppotaPayState, type AppotaPayTransfer, openAppotaPayBook } from './appota-pay/book.ts';
import { appotaPayRoutes } from './appota-pay/routes.ts';
import { appotaPayTransferRoutes } from './appota-pay/transfer-routes.ts';
import { openCassoBook } from './casso/book.ts';
import { cassoMessage } from './casso/message.ts';
import { cassoRoutes } from './casso/routes.ts';
import { APPOTAPAY_FAULTS, BANK_FAULTS, CASSO_FAULTS, PAYOS_FAULTS } from './faults.ts';
import { BANK_ACCOUNT, bankOptions, PAYOUT_OPENING_DONG } from './options.ts';
import { openPayOsBook, type PayOsPayout, type PayOsState } from './payos/book.ts';
import { otpRoutes } from './payos/otp.ts';
import { payOsRoutes } from './payos/routes.ts';
import { openBank } from './sepay/bank.ts';
import { type BankTransfer, NEVER, openBankBook } from './sepay/book.ts';
import { sePayMessage } from './sepay/message.ts';
import { sePayRoutes } from './sepay/routes.ts';
import { vietQrRoutes } from './vietqr/routes.ts';
import { openWebhooks } from './webhooks.ts';

const CURRENCY = 'vnd';
/** Digits of an account at Vietcombank. */
const ACCOUNT_DIGITS = 13;
const FIRST_CUSTOMER = 3_000_001;
const SERIES_SIZE = 1_000_000;
/** Pays when the request names no account. Customers at the bank never run out of money. */
const DEFAULT_CUSTOMER = '0071000000001';
/** Retry steps after which a provider gets a late transfer, or a late memo. */
const LATE_STEPS = 10;
/** Reference of a bank that counts from 1. */
const REPEATED = '3516';
/** A time of UTC that is told as Hà Nội's. */
const ZONE_MS = -7 * HOUR_MS;
const PAYMENT_MAX_DONG = 10_000_000_000_000n;

/** The bank, reached through SePay and Casso (pay-in), payOS (payouts), AppotaPay (payouts, holders' names) and VietQR.io (holders' names). */
export const bank = defineNetwork({
  currencies: [CURRENCY],
  payerApp: { vi: 'Ứng dụng ngân hàng', en: 'Bank app' },
  isAccount: (text) => BANK_ACCOUNT.test(text),
  // Numbers that end in 0000 do not exist, and others are answered slowly: all of these end in 7.
  customerAccount: (series, n) => `${FIRST_CUSTOMER + series * SERIES_SIZE + n}7`.padStart(ACCOUNT_DIGITS, '1'),
  faults: { bank: BANK_FAULTS, casso: CASSO_FAULTS, 'appota-pay': APPOTAPAY_FAULTS, 'pay-os': PAYOS_FAULTS },
  options: bankOptions,
  open({ books, faults, now }, { sepay, casso, vietQr, appotaPay, payOs, collectionAccount, linkedAccounts, virtualAccounts, pace }) {
    const bankFaults = faults.of('bank', BANK_FAULTS);
    const payOsFaults = faults.of('pay-os', PAYOS_FAULTS);
    const book = openBankBook(books);
    const cassoFaults = faults.of('casso', CASSO_FAULTS);
    const webhooks = openWebhooks(books, book, bankFaults, {
      table: 'webhook',
      write: sePayMessage,
      url: sepay.webhookUrl,
      secret: sepay.secret,
      pace,
      now,
    });
    const cassoBook = openCassoBook(books, book);
    const cassoWebhooks = openWebhooks(books, book, cassoFaults, {
      table: 'casso_webhook',
      write: cassoMessage(cassoBook),
      url: casso.webhookUrl,
      secret: casso.secret,
      pace,
      now,
    });
    const stepsLater = () => new Date(now().getTime() + LATE_STEPS * pace.webhookStepMs);
    const isLostAtSePay = ({ fedAt }: Pick<BankTransfer, 'fedAt'>) => fedAt.getTime() === NEVER.getTime();
    // Two transfers of the same amount, each reported by only one provider, look like one transfer that both report with different details.
    const losesAtSePay = (transfer: Pick<BankTransfer, 'payee' | 'amount'>) => !cassoBook.lacks(transfer) && bankFaults.take('feed-lost');
    const losesAtCasso = (transfer: BankTransfer) => !book.lacks(transfer) && cassoFaults.take('feed-lost');
    const sePayWatcher = {
      webhooks,
      note(transfer: BankTransfer) {
        if (!isLostAtSePay(transfer)) webhooks.plan(transfer, transfer.fedAt);
      },
    };
    const cassoWatcher = {
      webhooks: cassoWebhooks,
      note(transfer: BankTransfer) {
        if (losesAtCasso(transfer)) return;
        const fedAt = cassoFaults.take('feed-late') ? stepsLater() : now();
        const shiftMs = cassoFaults.take('time-apart') ? ZONE_MS : 0;
        cassoBook.insert(transfer, fedAt, { shiftMs, prefix: cassoFaults.take('reference-apart') ? 'VCB.' : '' });
        cassoWebhooks.plan(transfer, fedAt);
      },
    };
    const appotaPayBook = openAppotaPayBook(books, () => PAYOUT_OPENING_DONG - payOsBook.opening, pace);
    const payOsBook = openPayOsBook(books, payOs.account, PAYOUT_OPENING_DONG - appotaPay.opening, pace, appotaPayBook.isUsed());
    const watched = [collectionAccount, ...linkedAccounts];
    const customers = openBank(books, book, [sePayWatcher, cassoWatcher], watched);
    const routes = new Hono<{ Bindings: HttpBindings }>();
    // Under a path of its own, because SePay has one of the same name.
    routes.route('/casso', cassoRoutes(cassoBook, cassoFaults, { keys: casso.keys, linkedAccounts: watched, now }));
    routes.route('/', sePayRoutes(book, bankFaults, { tokens: sepay.tokens, linkedAccounts: watched, pace, now }));
    routes.route('/', vietQrRoutes(bankFaults, { ...vietQr, pace }));
    const appotaPayFaults = faults.of('appota-pay', APPOTAPAY_FAULTS);
    routes.route('/', appotaPayRoutes(appotaPayFaults, { ...appotaPay, pace, now }));
    routes.route('/', appotaPayTransferRoutes(appotaPayBook, appotaPayFaults, { ...appotaPay, pace, now }));
    routes.route('/', payOsRoutes(payOsBook, payOsFaults, { ...payOs, pace, now }));
    routes.route('/', otpRoutes(payOsBook, now));
    webhooks.kick();
    cassoWebhooks.kick();

    const payoutTransfer = (payout: PayOsPayout) => payoutAsTransfer(payout, payOs.account);
    const wallet = `APPOTAPAY-${appotaPay.partnerCode}`;
    const walletTransfer = (transfer: AppotaPayTransfer) => appotaPayAsTransfer(transfer, wallet);
    return {
      routes,
      ownAccounts: { payIn: collectionAccount, otherPayIns: linkedAccounts, payOut: payOs.account, otherPayOuts: [wallet] },
      pay(draft: PaymentDraft) {
        const amount = Number(minorUnits(draft.amount, CURRENCY, PAYMENT_MAX_DONG));
        if (!BANK_ACCOUNT.test(draft.to)) throw new Problem(422, 'ACCOUNT_INVALID', 'no such bank account');
        const transfer = { at: draft.at ?? now(), payer: draft.from ?? DEFAULT_CUSTOMER, ...payeeOf(virtualAccounts, draft.to), amount };
        const drafts = Array.from({ length: draft.times ?? 1 }, () => ({
          ...transfer,
          memo: passOnMemo(draft.memo, bankFaults),
          fedAt: losesAtSePay(transfer) ? NEVER : bankFaults.take('feed-late') ? stepsLater() : now(),
          memoAt: bankFaults.take('memo-late') ? stepsLater() : null,
          ...(bankFaults.take('reference-missing') ? { reference: '' } : bankFaults.take('reference-repeated') ? { reference: REPEATED } : {}),
        }));
        return customers.transfer(drafts).map(asTransfer);
      },
      receivedBy: (account: string) =>
        [
          ...book.to(account).map(asTransfer),
          ...payOsBook.arrivedAt(account, now()).map(payoutTransfer),
          ...appotaPayBook.arrivedAt(account, now()).map(walletTransfer),
        ].sort((a, b) => a.at.getTime() - b.at.getTime()),
      transfers: (limit: number) =>
        [
          ...book.newest(limit).map(asTransfer),
          ...payOsBook.list(null, limit, 0, now()).payouts.map(payoutTransfer),
          ...appotaPayBook.list(limit, now()).map(walletTransfer),
        ].sort((a, b) => b.at.getTime() - a.at.getTime()),
      balances: () => [
        ...watched.map((account) => ({ account, unit: CURRENCY, amount: BigInt(book.received(account)) })),
        { account: payOs.account, unit: CURRENCY, amount: BigInt(payOsBook.balance(now())) },
        { account: wallet, unit: CURRENCY, amount: BigInt(appotaPayBook.balance(now())) },
      ],
      close: async () => {
        await Promise.all([webhooks.close(), cassoWebhooks.close()]);
      },
    };
  },
});

function payeeOf(virtualAccounts: ReadonlyMap<string, string>, to: string): Pick<BankTransfer, 'payee' | 'va'> {
  const main = virtualAccounts.get(to);
  return main === undefined ? { payee: to, va: '' } : { payee: main, va: to };
}

function asTransfer({ reference, payer, payee, amount, memo, at }: BankTransfer): Transfer {
  return {
    currency: CURRENCY,
    id: reference,
    reference,
    from: payer,
    to: payee,
    amount: BigInt(amount),
    fee: 0n,
    memo,
    key: '',
    at,
    state: 'completed',
  };
}

const STATES: Readonly<Record<PayOsState, TransferState>> = {
  HELD: 'held',
  RECEIVED: 'pending',
  PROCESSING: 'pending',
  SUCCEEDED: 'completed',
  FAILED: 'failed',
  CANCELLED: 'failed',
  REVERSED: 'reversed',
};

function payoutAsTransfer(payout: PayOsPayout, from: string): Transfer {
  return {
    currency: CURRENCY,
    id: payout.reference,
    reference: payout.reference,
    from,
    to: payout.account,
    amount: BigInt(payout.amount),
    fee: 0n,
    memo: payout.description,
    key: payout.key,
    at: payout.arrivedAt ?? payout.createdAt,
    state: STATES[payout.state],
  };
}

const APPOTAPAY_STATES: Record<AppotaPayState, TransferState> = { pending: 'pending', paid: 'completed', failed: 'failed', reversed: 'reversed' };

function appotaPayAsTransfer({ transId, account, amount, message, ref, at, state }: AppotaPayTransfer, from: string): Transfer {
  return {
    currency: CURRENCY,
    id: transId,
    reference: transId,
    from,
    to: account,
    amount: BigInt(amount),
    fee: 0n,
    memo: message,
    key: ref,
    at,
    state: APPOTAPAY_STATES[state],
  };
}
