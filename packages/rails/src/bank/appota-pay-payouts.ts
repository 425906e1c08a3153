import { normalizeBankAccount } from '@quydoi/domain/bank/banks';
import { foldVietnamese } from '@quydoi/domain/fold';
import type { z } from 'zod';
import type { Http, HttpAnswer } from '../http.ts';
import type { PayoutRecord, PayoutRequest, SendOutcome } from '../payout.ts';
import type { NamedPayouts } from '../rail.ts';
import { RailError } from '../rail-error.ts';
import { ADDRESS_REFUSED, CREDENTIALS, DUPLICATES, FAILED, NOT_FOUND, PENDING, refusalOf, SUCCESS, UNWELL } from './appota-pay-codes.ts';
import { type AppotaPaySettings, createAppotaPayLookup } from './appota-pay-lookup.ts';
import {
  type AppotaPayTransfer,
  appotaPayBalance,
  appotaPayTimeToDate,
  appotaPayToken,
  appotaPayTransfer,
  isAppotaPaySignature,
  signAppotaPay,
} from './appota-pay-wire.ts';
import { parseJson } from './reported-transfer.ts';

const KEY = /^[A-Za-z0-9_-]{1,50}$/;
const ACCOUNT = /^[0-9A-Z]{4,19}$/;
const NAME_LENGTH_MAX = 100;
/** AppotaPay takes 100 characters; banks truncate longer ones than this. */
const MESSAGE_LENGTH_MAX = 25;

/** Settings of AppotaPay's transfers. */
export interface AppotaPayPayoutSettings extends AppotaPaySettings {
  /** Largest transfer that AppotaPay takes of us, in dong. */
  readonly transferMax: bigint;
}

interface Api {
  readonly settings: AppotaPayPayoutSettings;
  readonly http: Http;
}

/**
 * Payouts to Vietnamese bank accounts by AppotaPay's firm banking. Our key is the transfer's `partnerRefId`, which AppotaPay takes once. Money is
 * believed to have moved, or not, on a signed answer alone, except that a transfer which was explicitly refused and is not in the records was not taken.
 * AppotaPay wants the holder's name with a transfer: it is asked for it first, so that most outages are met before anything can have been sent.
 * Its charges are billed apart.
 */
export function createAppotaPayPayouts(settings: AppotaPayPayoutSettings, http: Http): NamedPayouts {
  const api: Api = { settings, http };
  return {
    kind: 'keyed',
    name: 'appotapay',
    takes: ({ amount, destinationBank }) => amount <= settings.transferMax && bankCodeOf(api, destinationBank) !== null,
    maxFee: () => 0n,
    send: (request, now) => send(api, request, now),
    find: (request, _sentAt, now) => find(api, request, now),
    balances: async (now) => new Map([['vnd', await balance(api, now)]]),
  };
}

function bankCodeOf({ settings }: Api, bank: string | null): string | null {
  return bank === null ? null : settings.codeOf(bank);
}

async function send(api: Api, asked: PayoutRequest, now: Date): Promise<SendOutcome> {
  const { settings, http } = api;
  const request = { ...asked, destination: normalizeBankAccount(asked.destination) };
  const bankCode = bankCodeOf(api, request.destinationBank);
  if (bankCode === null) return { state: 'refused', refusal: 'temporary', detail: 'AppotaPay has no such bank' };
  if (!ACCOUNT.test(request.destination)) return { state: 'refused', refusal: 'destination', detail: 'no account for fast transfers' };
  if (request.amount <= 0n || request.amount > settings.transferMax || !KEY.test(request.key))
    throw new RailError('bank', 'refused', 'not-done', 'request out of bounds');
  const holder = await createAppotaPayLookup(settings, http).find(request.destination, request.destinationBank, now);
  if (holder.state === 'invalid') return { state: 'refused', refusal: 'destination', detail: 'AppotaPay knows no such account' };
  // Tells whether it is our keys; else the provider is away. Nothing was sent.
  if (holder.state === 'unavailable') throw await whyUnavailable(api, now);
  const fields = {
    accountName: plain(holder.name, /[^A-Za-z0-9 .,_&-]/g).slice(0, NAME_LENGTH_MAX),
    accountNo: request.destination,
    accountType: 'account',
    amount: Number(request.amount),
    bankCode,
    feeType: 'payer',
    message: plain(request.memo, /[^A-Za-z0-9 ]/g)
      .slice(0, MESSAGE_LENGTH_MAX)
      .trim(),
    partnerRefId: request.key,
  };
  const body = { ...fields, signature: signAppotaPay(settings.secretKey, fields) };
  const said = readTransfer('transfer', await http.postJson('api/v1/service/transfer/make', body, accessOf(settings, now)));
  if (isTaken(said)) return { state: 'accepted', reference: signed(api, 'transfer', said, request).appotapayTransId, fee: null };
  return notDone(api, said, request, now);
}

/** Whether an answer says that AppotaPay has taken a transfer, which then has a transaction. */
function isTaken({ errorCode, transaction }: AppotaPayTransfer): boolean {
  return errorCode === SUCCESS || (PENDING.includes(errorCode) && transaction !== null && transaction !== undefined);
}

/** Outcome of a transfer that was not answered with success: refused only if AppotaPay's records have no transfer of our key. */
async function notDone(api: Api, said: AppotaPayTransfer, request: PayoutRequest, now: Date): Promise<SendOutcome> {
  const detail = `${said.errorCode} ${said.message ?? ''}`.trim();
  const refusal = refusalOf(said.errorCode);
  if (refusal === null && !DUPLICATES.includes(said.errorCode))
    throw new RailError('bank', 'refused', 'unknown', `AppotaPay transfer answered ${detail}`);
  const known = await lookUp(api, request, now);
  if (known.errorCode === NOT_FOUND && refusal !== null) return { state: 'refused', refusal, detail };
  if (isTaken(known)) return { state: 'accepted', reference: signed(api, 'look-up', known, request).appotapayTransId, fee: null };
  throw new RailError('bank', 'refused', 'unknown', `AppotaPay transfer answered ${detail}`);
}

async function find(api: Api, asked: PayoutRequest, now: Date): Promise<PayoutRecord> {
  const request = { ...asked, destination: normalizeBankAccount(asked.destination) };
  const said = await lookUp(api, request, now);
  if (said.errorCode === NOT_FOUND) return { state: 'absent' };
  if (said.errorCode === SUCCESS) {
    const { appotapayTransId: reference, time } = signed(api, 'look-up', said, request);
    return { state: 'paid', reference, fee: 0n, at: appotaPayTimeToDate(time) ?? now };
  }
  // Whatever else it says proves nothing.
  if (said.errorCode !== FAILED) return { state: 'pending' };
  signed(api, 'look-up', said, request);
  return { state: 'refused', detail: `${said.errorCode} ${said.message ?? ''}`.trim() };
}

async function lookUp({ settings, http }: Api, { key }: PayoutRequest, now: Date): Promise<AppotaPayTransfer> {
  const path = `api/v1/service/transfer/transaction/${encodeURIComponent(key)}`;
  return readTransfer('look-up', await http.get(path, {}, accessOf(settings, now)));
}

async function balance({ settings, http }: Api, now: Date): Promise<bigint> {
  const said = read('balance', await http.get('api/v1/service/accounts/balance', {}, accessOf(settings, now)), appotaPayBalance);
  if (said.errorCode !== SUCCESS || !said.account) throw new RailError('bank', 'refused', 'unknown', `AppotaPay balance answered ${said.errorCode}`);
  return said.account.balance;
}

/** The reason why a name could not be looked up, as far as reading the balance tells it. No transfer was sent. */
async function whyUnavailable(api: Api, now: Date): Promise<RailError> {
  try {
    await balance(api, now);
  } catch (error) {
    if (error instanceof RailError) return new RailError('bank', error.trouble, 'not-done', error.message);
    throw error;
  }
  return new RailError('bank', 'busy', 'not-done', 'AppotaPay tells no name of the account’s holder now');
}

function accessOf(settings: AppotaPayPayoutSettings, now: Date): Record<string, string> {
  return { 'X-APPOTAPAY-AUTH': `Bearer ${appotaPayToken(settings, now)}` };
}

/** Text in the character set that AppotaPay takes. @param others characters that it does not take */
function plain(text: string, others: RegExp): string {
  return foldVietnamese(text.replace(/[^\p{L}\p{M}\p{N}.,_&-]+/gu, ' '))
    .replace(others, ' ')
    .replace(/ +/g, ' ')
    .trim();
}

/** The transfer in an answer. @throws RailError unless AppotaPay signed it and it is the one that we asked for */
function signed({ settings }: Api, what: string, { errorCode, transaction, signature }: AppotaPayTransfer, request: PayoutRequest) {
  if (!transaction) throw unreadable(what, `code ${errorCode} without a transaction`);
  const { amount, appotapayTransId, time, transferAmount, accountNo } = transaction;
  if (!isAppotaPaySignature(settings.secretKey, { amount, appotapayTransId, errorCode, time, transferAmount }, signature))
    throw new RailError('bank', 'signature', 'unknown', `AppotaPay ${what} is not signed by AppotaPay`);
  const isSame =
    BigInt(amount) === request.amount && (errorCode === FAILED || transferAmount === amount) && isAccount(accountNo, request.destination);
  if (!isSame) throw unreadable(what, `another transfer under ${request.key}`);
  return transaction;
}

/** Whether an answer names this account, or none. It may be a number, without its leading zeros. */
function isAccount(told: string | number | null | undefined, account: string): boolean {
  const bare = (text: string) => text.replace(/^0+/, '').toUpperCase();
  return told === null || told === undefined || told === '' || bare(String(told)) === bare(account);
}

function readTransfer(what: string, answer: HttpAnswer): AppotaPayTransfer {
  return read(what, answer, appotaPayTransfer);
}

/**
 * An answer, if AppotaPay itself gave it and could handle the request. A status of 403 comes from its list of addresses, or from something before it, so
 * it says nothing about our keys.
 * @throws RailError outcome `unknown`
 */
function read<T extends z.ZodType<{ errorCode: number; message?: string | null | undefined }>>(
  what: string,
  answer: HttpAnswer,
  schema: T,
): z.output<T> {
  const { status } = answer;
  if (status >= 500) throw new RailError('bank', 'unreachable', 'unknown', `AppotaPay ${what} answered ${status}`);
  if (status === 429) throw new RailError('bank', 'busy', 'unknown', `AppotaPay ${what} answered 429`);
  const parsed = schema.safeParse(parseJson(answer.text));
  const code = parsed.data?.errorCode;
  if (status === 403 || code === ADDRESS_REFUSED)
    throw new RailError('bank', 'unreachable', 'unknown', `AppotaPay ${what} answered ${status}: is our address on its list?`);
  if (!parsed.success) {
    if (status === 401) throw new RailError('bank', 'unreachable', 'unknown', `AppotaPay ${what} answered 401 with a page`);
    throw unreadable(what, `status ${status}, not an answer of AppotaPay`);
  }
  if (code !== undefined && CREDENTIALS.includes(code))
    throw new RailError('bank', 'credentials', 'unknown', `AppotaPay ${what} answered ${status}: ${code}`);
  if (code !== undefined && UNWELL.includes(code)) throw new RailError('bank', 'unreachable', 'unknown', `AppotaPay ${what} answered ${code}`);
  return parsed.data;
}

function unreadable(what: string, why: string): RailError {
  return new RailError('bank', 'malformed', 'unknown', `AppotaPay ${what} cannot be read: ${why}`);
}
