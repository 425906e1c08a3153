import { normalizeBankAccount } from '@quydoi/domain/bank/banks';
import { FAST_TRANSFER_MAX_VND } from '@quydoi/domain/constants';
import { foldVietnamese } from '@quydoi/domain/fold';
import { parseDecimal } from '@quydoi/domain/money';
import type { z } from 'zod';
import type { Http, HttpAnswer } from '../http.ts';
import type { KeyedPayouts, PayoutRecord, PayoutRequest, SendOutcome } from '../payout.ts';
import { RailError, type RailTrouble } from '../rail-error.ts';
import { meaningOf } from './pay-os-errors.ts';
import { payoutOf, recordOf, refusalIn, requireSame } from './pay-os-record.ts';
import { isPayOsSignature, type PayOsPayout, payOsBalance, payOsEnvelope, payOsPage, payOsPayout, signPayOs } from './pay-os-wire.ts';

/** Maximum memo length; banks truncate longer memos. */
export const DESCRIPTION_LENGTH_MAX = 25;
const KEY = /^[A-Za-z0-9_-]{1,50}$/;
const ACCOUNT = /^[0-9A-Z]{4,19}$/;
const PAGE_SIZE = 100;
/** Maximum pages searched. The payout is on the first as long as the filter by reference works. */
const PAGES_MAX = 10;

/** Codes for refused credentials, whatever the HTTP status; 601 is a key that is invalid or has expired. */
const CREDENTIAL_CODES: readonly string[] = ['401', '601'];

/** Settings of payOS payouts. The keys are those of payOS's payout channel, not of its payment links. */
export interface PayOsSettings {
  readonly clientId: string;
  readonly apiKey: string;
  readonly checksumKey: string;
  /** The account that payouts are made from; a balance of any other account is rejected. */
  readonly sourceAccount?: string;
  /** BIN of a bank by our code; null where it has none. */
  readonly binOf: (bank: string) => string | null;
}

/** A response with the signature from its header. */
export interface SignedAnswer extends HttpAnswer {
  readonly signature: string | null;
}

/** Makes one call and captures the response signature. */
export type PayOsCall = (ask: (http: Http) => Promise<HttpAnswer>) => Promise<SignedAnswer>;

/**
 * Payouts to Vietnamese bank accounts by payOS. Our key is payOS's idempotency key and the payout's reference, so the same request may
 * be sent again. Money is believed to have moved, or not, on a signed answer alone; after an explicit refusal its list is asked, since
 * an earlier call may have been taken.
 */
export function createPayOs(settings: PayOsSettings, call: PayOsCall): KeyedPayouts {
  const api: Api = { settings, call };
  return {
    kind: 'keyed',
    name: 'payos',
    takes: ({ amount, destinationBank }) => amount <= FAST_TRANSFER_MAX_VND && destinationBank !== null && settings.binOf(destinationBank) !== null,
    maxFee: () => 0n,
    send: (request) => send(api, request),
    find: (request, _sentAt, now) => find(api, request, now),
    balances: async () => new Map([['vnd', await balance(api)]]),
  };
}

interface Api {
  readonly settings: PayOsSettings;
  readonly call: PayOsCall;
}

async function send(api: Api, asked: PayoutRequest): Promise<SendOutcome> {
  const { clientId, apiKey, checksumKey, binOf } = api.settings;
  const request = { ...asked, destination: normalizeBankAccount(asked.destination) };
  const bin = request.destinationBank === null ? null : binOf(request.destinationBank);
  if (bin === null || !ACCOUNT.test(request.destination))
    return { state: 'refused', refusal: 'destination', detail: 'no account for fast transfers' };
  if (request.amount <= 0n || request.amount > FAST_TRANSFER_MAX_VND || !KEY.test(request.key))
    throw new RailError('bank', 'refused', 'not-done', 'request out of bounds');
  const body = {
    referenceId: request.key,
    amount: Number(request.amount),
    description: descriptionOf(request.memo),
    toBin: bin,
    toAccountNumber: request.destination,
  };
  const headers = { 'x-client-id': clientId, 'x-api-key': apiKey, 'x-idempotency-key': request.key, 'x-signature': signPayOs(checksumKey, body) };
  const answer = await api.call((http) => http.postJson('v1/payouts', body, headers));
  const said = readEnvelope('payout', answer);
  if (said.code !== '00') return refusalOf(api, said, bin, request);
  const payout = readSigned('payout', answer, said.data, checksumKey, payOsPayout);
  requireSame(payout, bin, request);
  // Only `find` determines whether it was paid; a refusal in a signed response under our key is already final.
  const detail = refusalIn(payout);
  return detail === null ? { state: 'accepted', reference: payout.id, fee: null } : { state: 'refused', refusal: 'other', detail };
}

/** Outcome of an explicit refusal, after the list has shown that no earlier call was accepted. */
async function refusalOf(api: Api, said: Envelope, bin: string, request: PayoutRequest): Promise<SendOutcome> {
  const detail = `${said.code} ${said.desc ?? ''}`.trim();
  const refusal = meaningOf(detail);
  if (refusal === null) throw new RailError('bank', 'refused', 'unknown', `payOS payout answered ${detail}`);
  const known = await listed(api, bin, request);
  if (known === null) return { state: 'refused', refusal, detail };
  return { state: 'accepted', reference: known.id, fee: null };
}

async function find(api: Api, asked: PayoutRequest, now: Date): Promise<PayoutRecord> {
  const bin = asked.destinationBank === null ? null : api.settings.binOf(asked.destinationBank);
  // Without a BIN nothing was ever sent.
  if (bin === null) return { state: 'absent' };
  const payout = await listed(api, bin, { ...asked, destination: normalizeBankAccount(asked.destination) });
  return payout === null ? { state: 'absent' } : recordOf(payout, now);
}

/** Finds our payout in payOS's list; null when it is definitely absent. */
async function listed({ settings, call }: Api, bin: string, request: PayoutRequest): Promise<PayOsPayout | null> {
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const query = { referenceId: request.key, limit: String(PAGE_SIZE), offset: String(page * PAGE_SIZE) };
    const answer = await call((http) => http.get('v1/payouts', query, accessOf(settings)));
    const { payouts, pagination } = read('list', answer, settings.checksumKey, payOsPage);
    const payout = payoutOf(payouts, bin, request);
    if (payout !== null || !pagination.hasMore) return payout;
  }
  throw new RailError('bank', 'malformed', 'unknown', `payOS list does not end within ${PAGES_MAX} pages`);
}

async function balance({ settings, call }: Api): Promise<bigint> {
  const answer = await call((http) => http.get('v1/payouts-account/balance', {}, accessOf(settings)));
  const told = read('balance', answer, settings.checksumKey, payOsBalance);
  const dong = parseDecimal(told.balance, 0);
  const isOurs = settings.sourceAccount === undefined || told.accountNumber === settings.sourceAccount;
  if (dong === null || told.currency !== 'VND' || !isOurs) throw unreadable('balance', 'of another account or currency');
  return dong;
}

/** Memo in the character set that every bank accepts: letters, digits and blanks. */
export function descriptionOf(memo: string): string {
  const plain = foldVietnamese(memo.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')).replace(/[^A-Za-z0-9 ]/g, '');
  return plain.slice(0, DESCRIPTION_LENGTH_MAX).trim();
}

function accessOf({ clientId, apiKey }: PayOsSettings): Record<string, string> {
  return { 'x-client-id': clientId, 'x-api-key': apiKey };
}

type Envelope = z.output<typeof payOsEnvelope>;

/**
 * The envelope of an answer. A status of 403 comes from a gate in front of payOS, so it says nothing about our keys.
 * @throws RailError outcome `unknown`: an unsigned response proves nothing about an earlier call with this key
 */
function readEnvelope(what: string, answer: SignedAnswer): Envelope {
  const trouble = troubleOf(answer.status);
  if (trouble) throw new RailError('bank', trouble[0], 'unknown', `payOS ${what} answered ${answer.status}${trouble[1]}`);
  let json: unknown;
  try {
    json = JSON.parse(answer.text);
  } catch {
    // payOS refuses keys in JSON: a page of 401 comes from something before it, as a 403 does, and further calls would meet it too.
    if (answer.status === 401) throw new RailError('bank', 'unreachable', 'unknown', `payOS ${what} answered 401 with a page`);
    throw unreadable(what, `status ${answer.status}, not JSON`);
  }
  const parsed = payOsEnvelope.safeParse(json);
  if (!parsed.success) throw unreadable(what, `status ${answer.status}, no envelope`);
  const isRefused = answer.status === 401 || CREDENTIAL_CODES.includes(parsed.data.code);
  if (isRefused && parsed.data.code !== '00')
    throw new RailError('bank', 'credentials', 'unknown', `payOS ${what} answered ${answer.status}: ${parsed.data.code} ${parsed.data.desc ?? ''}`);
  return parsed.data;
}

/**
 * Trouble that a status alone tells. A 403 comes from something before payOS, such as its allow-list of addresses: it says nothing about our keys.
 */
function troubleOf(status: number): readonly [RailTrouble, string] | null {
  if (status >= 500) return ['unreachable', ''];
  if (status === 429) return ['busy', ''];
  if (status === 403) return ['unreachable', ': is our address on the allow-list of the payout channel?'];
  return null;
}

function read<T extends z.ZodType>(what: string, answer: SignedAnswer, checksumKey: string, schema: T): z.output<T> {
  const said = readEnvelope(what, answer);
  if (said.code !== '00') throw new RailError('bank', 'refused', 'unknown', `payOS ${what} answered ${said.code} ${said.desc ?? ''}`);
  return readSigned(what, answer, said.data, checksumKey, schema);
}

function readSigned<T extends z.ZodType>(what: string, answer: SignedAnswer, data: Envelope['data'], checksumKey: string, schema: T): z.output<T> {
  if (answer.status < 200 || answer.status > 299 || !data) throw unreadable(what, `status ${answer.status} with code 00`);
  if (!isPayOsSignature(checksumKey, data, answer.signature))
    throw new RailError('bank', 'signature', 'unknown', `payOS ${what} is not signed by payOS`);
  const parsed = schema.safeParse(data);
  if (!parsed.success) throw unreadable(what, parsed.error.issues[0]?.path.join('.') ?? '');
  return parsed.data;
}

function unreadable(what: string, why: string): RailError {
  return new RailError('bank', 'malformed', 'unknown', `payOS ${what} cannot be read: ${why}`);
}
