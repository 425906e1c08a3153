import { CURRENCIES } from '@quydoi/domain/currencies';
import { DAY_MS } from '@quydoi/domain/durations';
import { maxPayoutFee } from '@quydoi/domain/price/payout-fee';
import type { FirstHandList } from '../first-hand.ts';
import { createHttp } from '../http.ts';
import type { Lookup, LookupResult } from '../lookup.ts';
import type { OneShotPayouts, PayoutRecord, PayoutRequest, SendOutcome } from '../payout.ts';
import type { Rail } from '../rail.ts';
import { RailError } from '../rail-error.ts';
import type { ListSource } from '../source.ts';
import type { Vouchers } from '../voucher.ts';
import { type Answer, type Call, troubleOf } from './call.ts';
import { meaningOf } from './errors.ts';
import { isBatch, readHistory } from './history.ts';
import { isHolderName } from './holder-name.ts';
import { errorOf, type Page, readPage, readPlainText } from './page.ts';
import { createPaymentReader } from './pay-in.ts';
import { ROUTE } from './sci.ts';
import { activateVoucher } from './voucher-activate.ts';
import { createVoucher } from './voucher-create.ts';
import { findVoucher } from './voucher-find.ts';
import { readVoucher } from './voucher-read.ts';
import { centsToUsd, historyRange, isUsdWallet, usdToCents, wallet } from './wire.ts';

const POLL_MS = 5_000;
/** Response limit: a day's history of tens of thousands of payments. A longer history is read in parts. */
const ANSWER_BYTES_MAX = 8_000_000;
/** Maximum period of a history request. */
const HISTORY_DAYS_MAX = 30;
const PAYMENT_ID_LENGTH_MAX = 50;
const MEMO_LENGTH_MAX = 100;

/** Options of the Perfect Money rail. One credential serves lookup, history and transfers in both directions. */
export interface PerfectMoneyRailOptions {
  /** `https://perfectmoney.com` */
  readonly baseUrl: string;
  /** Member id: digits, not a wallet. */
  readonly accountId: string;
  readonly passPhrase: string;
  /** Our wallet, `U…`. */
  readonly payerAccount: string;
  /** Our wallet is verified: transfers cost 0.5 % instead of 2 %. */
  readonly verified: boolean;
  /** Pause between reads of the history. Default 5 s. */
  readonly pollMs?: number;
  readonly fetch?: typeof fetch;
  /** Deadline of one call. */
  readonly timeoutMs: number;
}

/** The Perfect Money rail with all its capabilities. */
export type PerfectMoneyRail = Rail & {
  readonly sources: readonly [ListSource];
  readonly firstHand: FirstHandList;
  readonly payouts: OneShotPayouts;
  readonly lookup: Lookup;
  readonly vouchers: Vouchers;
};

/** The rail of Perfect Money's transfers and e-vouchers in US dollars. Pay-ins and payouts use one wallet. */
export function createPerfectMoneyRail(options: PerfectMoneyRailOptions): PerfectMoneyRail {
  const { baseUrl, timeoutMs, accountId, passPhrase } = options;
  const http = createHttp({
    network: 'perfect-money',
    baseUrl,
    timeoutMs,
    answerBytesMax: ANSWER_BYTES_MAX,
    ...(options.fetch ? { fetch: options.fetch } : {}),
  });
  const call: Call = async (page, fields) => {
    const { status, text } = await http.postForm(`acct/${page}`, { AccountID: accountId, PassPhrase: passPhrase, ...fields });
    return { isOk: status === 200, page, text };
  };
  const payer = wallet(options.payerAccount);
  const history: ListSource = {
    kind: 'list',
    name: 'pm-history',
    pollMs: options.pollMs ?? POLL_MS,
    hintedBy: ROUTE,
    listsHeldLate: true,
    read: createPaymentReader(call, payer),
  };
  // Both currencies of the network cost the same.
  const maxFee = (amount: bigint) => maxPayoutFee('pm', amount, { pmVerified: options.verified });
  return {
    code: 'perfect-money',
    ownAccounts: [payer],
    sources: [history],
    firstHand: { by: 'list', source: history },
    payouts: {
      kind: 'one-shot',
      maxFee,
      send: (request) => (isVoucher(request) ? createVoucher(call, payer, request) : send(call, payer, request)),
      find: (request, sentAt, now, known) =>
        isVoucher(request) ? findVoucher(call, payer, maxFee, request, { sentAt, now }, known) : find(call, payer, request, sentAt, now),
      balances: async () => new Map([['pm', await balance(call, payer)]]),
    },
    lookup: { find: (account) => lookup(call, account) },
    vouchers: {
      activate: (voucher) => activateVoucher(call, payer, voucher),
      read: (number, recordedAt) => readVoucher(call, payer, number, recordedAt),
    },
  };
}

function isVoucher({ currency }: PayoutRequest): boolean {
  return CURRENCIES[currency].isVoucher === true;
}

async function send(call: Call, payer: string, request: PayoutRequest): Promise<SendOutcome> {
  const payee = wallet(request.destination);
  if (!isUsdWallet(payee)) return { state: 'refused', refusal: 'destination', detail: 'not a USD wallet' };
  if (request.amount <= 0n || request.key.length > PAYMENT_ID_LENGTH_MAX)
    throw new RailError('perfect-money', 'refused', 'not-done', 'request out of bounds');
  const answer = await call('confirm.asp', {
    Payer_Account: payer,
    Payee_Account: payee,
    Amount: centsToUsd(request.amount),
    Memo: request.memo.slice(0, MEMO_LENGTH_MAX),
    PAY_IN: '1',
    PAYMENT_ID: request.key,
  });
  return readConfirm(answer, payee, request);
}

/**
 * Parses the response of `confirm.asp`. `accepted` needs a batch number and no ERROR field; `refused` needs an ERROR field alone.
 * @throws RailError outcome `unknown` for everything else
 */
export function readConfirm(answer: Answer, payee: string, request: PayoutRequest): SendOutcome {
  const unclear = (why: string) => new RailError('perfect-money', 'malformed', 'unknown', `confirm.asp ${why}`);
  if (!answer.isOk) throw unclear('did not answer 200');
  const page = readPage(answer.text);
  const batch = page.field('PAYMENT_BATCH_NUM');
  const detail = page.field('ERROR');
  if (page.has('PAYMENT_BATCH_NUM')) {
    if (page.has('ERROR') || batch === null || !isBatch(batch)) throw unclear('answered ambiguously');
    if (!echoes(page, payee, request)) throw unclear('answered for another transfer');
    return { state: 'accepted', reference: batch, fee: null };
  }
  if (detail === null) throw unclear('answered neither batch nor error');
  const refusal = meaningOf(detail);
  if (refusal === 'unclear' || refusal === 'later') throw unclear(`answered: ${detail}`);
  return { state: 'refused', refusal, detail };
}

/** Whether the echoed request fields, where present, match the request. */
function echoes(page: Page, payee: string, request: PayoutRequest): boolean {
  const same = (name: string, test: (value: string) => boolean) => !page.has(name) || test(page.field(name) ?? '');
  return (
    same('PAYMENT_ID', (value) => value === request.key) &&
    same('Payee_Account', (value) => wallet(value) === payee) &&
    same('PAYMENT_AMOUNT', (value) => usdToCents(value) === request.amount)
  );
}

async function find(call: Call, payer: string, request: PayoutRequest, sentAt: Date, now: Date): Promise<PayoutRecord> {
  const from = new Date(sentAt.getTime() - DAY_MS);
  const to = new Date(Math.min(now.getTime() + DAY_MS, from.getTime() + (HISTORY_DAYS_MAX - 1) * DAY_MS));
  const answer = await call('historycsv.asp', { ...historyRange(from, to), paymentsmade: '1', payment_id: request.key });
  const history = answer.isOk ? readHistory(answer.text) : null;
  if (history === null) throw troubleOf(answer);
  const made = history.rows.filter((row) => row.type === 'charge' && row.paymentId === request.key && row.payer === payer);
  const row = made[0];
  if (!row && history.unreadable.length > 0) {
    throw new RailError('perfect-money', 'malformed', 'unknown', `history has rows under ${request.key} that cannot be read`);
  }
  if (!row) return { state: 'absent' };
  // Whether a charge's amount holds the fee is not documented; the key is unique to us, so both interpretations identify the transfer.
  const isAmount = row.amount === request.amount || row.amount === request.amount + row.fee;
  if (!isAmount || row.payee !== wallet(request.destination)) {
    throw new RailError('perfect-money', 'malformed', 'unknown', `history has another transfer under ${request.key}`);
  }
  const duplicates = [...new Set(made.map(({ batch }) => batch))].filter((batch) => batch !== row.batch);
  return { state: 'paid', reference: row.batch, fee: row.fee, at: row.at, ...(duplicates.length > 0 ? { duplicates } : {}) };
}

async function balance(call: Call, payer: string): Promise<bigint> {
  const answer = await call('balance.asp', {});
  const cents = answer.isOk ? usdToCents(readPage(answer.text).field(payer) ?? '') : null;
  if (cents === null) throw troubleOf(answer);
  return cents;
}

async function lookup(call: Call, account: string): Promise<LookupResult> {
  const payee = wallet(account);
  if (!isUsdWallet(payee)) return { state: 'invalid' };
  let answer: Answer;
  try {
    answer = await call('acc_name.asp', { Account: payee });
  } catch (error) {
    if (error instanceof RailError) return { state: 'unavailable' };
    throw error;
  }
  const text = answer.isOk ? readPlainText(answer.text) : null;
  if (text === null) return { state: 'unavailable' };
  const refused = errorOf(text);
  if (refused === null) return isHolderName(text) ? { state: 'found', name: text } : { state: 'unavailable' };
  const meaning = meaningOf(refused);
  if (meaning === 'credentials') throw troubleOf(answer);
  return { state: meaning === 'destination' ? 'invalid' : 'unavailable' };
}
