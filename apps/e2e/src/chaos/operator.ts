import { setTimeout as sleep } from 'node:timers/promises';
import { dbOf } from '@quydoi/database/orm';
import { addSetting, readSettings } from '@quydoi/database/repositories/settings';
import { CURRENCIES, CURRENCY_CODES, type CurrencyCode, TRADED_CODES, type TradedCode } from '@quydoi/domain/currencies';
import type { NetworkCode } from '@quydoi/domain/networks';
import type { RateSettings, Settings } from '@quydoi/domain/settings';
import { simulatedNetworkOf } from '@quydoi/sandbox/networks';
import { accountOf, simulatedNetwork } from '../customers/accounts.ts';
import { presentTime } from '../system/clock.ts';
import { databaseOf } from '../system/database.ts';
import type { Endpoints } from '../system/endpoints.ts';
import type { ExchangeUnderTest } from '../system/exchange-under-test.ts';
import { readSandboxBooks, submitOtpCode } from '../system/sandbox-client.ts';
import { switchCurrencyOn } from '../system/switch-currency.ts';
import type { Tally } from '../tally.ts';
import { COLLECTION_ACCOUNTS } from './exchange-options.ts';
import { FOLLOWING_CODES } from './following-rates.ts';
import type { Plan, PlannedOperatorAction } from './plan.ts';
import type { Trade } from './trades.ts';

/** Polling interval of the operator. */
const LOOK_MS = 1_000;
/** Delay before a held payout gets its code. */
const CODE_AFTER_MS = 1_500;
/** Maximum time until the deposits of a currency are read after it was switched on. */
const SWITCH_MS_MAX = 180_000;
/** Time until expedited payouts are due. */
const PAYOUTS_DUE_IN_MS = 2_000;
/** Step of a price change, up or down. */
const PRICE_STEP_DONG = 10n;
const PRICE_STEPS = 5;

/** Switches on every currency that is off and can be traded, and waits until its deposits are read. */
export async function switchAllOn(exchange: ExchangeUnderTest): Promise<void> {
  const { currencies } = await settingsOf(exchange);
  for (const code of TRADED_CODES) {
    const canBeTraded = simulatedNetworkOf(code) !== null && CURRENCIES[code].directions.length > 0;
    if (canBeTraded && !currencies.get(code)?.on) await switchCurrencyOn(exchange, code, SWITCH_MS_MAX);
  }
}

/** Performs the plan's operator actions and the standing duties until `over` aborts. */
export async function operate(exchange: ExchangeUnderTest, plan: Plan, trades: readonly Trade[], did: Tally, over: AbortSignal): Promise<void> {
  await Promise.all([runOperatorDuties(exchange, trades, did, over), runPlannedActions(exchange, plan, trades, did, over)]);
}

/** Switches networks of these trades back on that are off, or suspended because their provider refused our credentials. */
export async function switchRailsOn(exchange: ExchangeUnderTest, trades: readonly Trade[], did: Tally): Promise<void> {
  const { rails, suspensions } = await settingsOf(exchange);
  const wanted = new Set(trades.flatMap(({ from, to }): NetworkCode[] => [simulatedNetwork(from), simulatedNetwork(to)]));
  for (const network of wanted) {
    const isRefused = suspensions.some((one) => one.network === network && one.cause === 'credentials');
    if (rails.get(network)?.on && !isRefused) continue;
    await exchange.operate('setRail', { network, on: true, note: 'credentials were looked at' });
    did.add(`switched on ${network}`);
  }
}

/** Keeps every network on, submits the codes that held payouts wait for, and approves payouts that wait for approval, until `over` aborts. */
export async function runOperatorDuties(exchange: ExchangeUnderTest, trades: readonly Trade[], did: Tally, over: AbortSignal): Promise<void> {
  await Promise.all([
    repeat(() => switchRailsOn(exchange, trades, did), over),
    repeat(() => submitOtpCodes(exchange, did), over),
    repeat(() => approvePayouts(exchange, did), over),
  ]);
}

/** Repeats `act`; failures are ignored, since the database or the sandbox may be down. */
export async function repeat(act: () => Promise<void>, over: AbortSignal): Promise<void> {
  while (!over.aborted) {
    await act().catch(() => {});
    await sleep(LOOK_MS, undefined, { signal: over }).catch(() => {});
  }
}

/** Submits the code of every held payout after a delay, so that the exchange notices that it is held. */
async function submitOtpCodes(exchange: ExchangeUnderTest, did: Tally): Promise<void> {
  const books = Object.values(await readSandboxBooks(exchange));
  for (const { key } of books.flatMap(({ transfers }) => transfers.filter(({ state }) => state === 'held'))) {
    await sleep(CODE_AFTER_MS);
    await submitOtpCode(exchange, key);
    did.add('gave a code');
  }
}

/** Approves the payouts that wait for approval: refunds to accounts that did not pay, and payouts beyond the caps of a reserve. */
async function approvePayouts(exchange: ExchangeUnderTest, did: Tally): Promise<void> {
  for (const payout of await readAwaitingApproval(exchange)) {
    await exchange.operate('approvePayout', { payout, note: 'looked at' });
    did.add('approved a payout');
  }
}

/** Reads from the database, because the operators' command line takes a second of processor time per call. */
async function readAwaitingApproval(endpoints: Endpoints): Promise<string[]> {
  const db = dbOf(await databaseOf(endpoints));
  const waiting = await db.selectFrom('payout').select('id').where('state', '=', 'queued').where('waitsFor', '=', 'approval').execute();
  return waiting.map(({ id }) => id);
}

async function runPlannedActions(exchange: ExchangeUnderTest, plan: Plan, trades: readonly Trade[], did: Tally, over: AbortSignal): Promise<void> {
  const startedMs = performance.now();
  for (const { atMs, what, choice } of plan.operator) {
    await sleep(Math.max(0, startedMs + atMs - performance.now()), undefined, { signal: over }).catch(() => {});
    if (over.aborted) return;
    await act(exchange, trades, what, choice).then(
      (name) => did.add(name),
      (error: Error & { readonly stderr?: string }) => did.add(`${what} refused: ${/^([A-Z_]{4,}):/m.exec(error.stderr ?? '')?.[1] ?? 'away'}`),
    );
  }
}

async function act(exchange: ExchangeUnderTest, trades: readonly Trade[], what: PlannedOperatorAction['what'], choice: number): Promise<string> {
  if (what === 'inbox') return settleOne(exchange, choice);
  await (what === 'new-price' ? setNewPrice(exchange, trades, choice) : setNewAccount(exchange));
  return what;
}

/** Changes the account that new orders are told to pay dong into. */
async function setNewAccount(exchange: ExchangeUnderTest): Promise<void> {
  const { collection } = await settingsOf(exchange);
  const [first, second] = COLLECTION_ACCOUNTS;
  await exchange.operate('setCollectionAccount', { ...collection, accountNumber: collection.accountNumber === first ? second : first });
}

interface Inbox {
  readonly items: readonly { readonly id: string; readonly unit: string; readonly caseCode: string | null; readonly orderRef: string | null }[];
}
interface Attention {
  readonly items: readonly { readonly ref: string; readonly status: string; readonly reason: string | null; readonly from: CurrencyCode }[];
}

/** Settles one case that waits for a person: an order held for a risk check, or an extra payment of an order. @returns the action's name */
async function settleOne(exchange: ExchangeUnderTest, choice: number): Promise<string> {
  const { items: waiting } = (await exchange.operate('listAttention', {})) as Attention;
  const risky = waiting.filter(({ status, reason }) => status === 'verifying_transaction' && reason === 'risk');
  const one = risky[choice % risky.length];
  if (one && choice % 3 > 0) {
    await exchange.operate('clearRisk', { ref: one.ref, note: 'looked at' });
    return 'clearRisk';
  }
  if (one) {
    const bank = one.from === 'vnd' ? { destinationBank: 'vcb' } : {};
    await exchange.operate('refundOrder', { ref: one.ref, destination: accountOf(one.from, 'inbox', choice), ...bank, note: 'looked at' });
    return 'refundOrder';
  }
  const { items } = (await exchange.operate('listUnmatched', { limit: 100 })) as Inbox;
  const extra = items.filter(({ orderRef }) => orderRef !== null);
  const payment = extra[choice % extra.length];
  if (!payment) return 'nothing waits';
  const code = currencyOf(payment.unit);
  const bank = code === 'vnd' ? { destinationBank: 'vcb' } : {};
  await exchange.operate('refundPayment', { id: payment.id, destination: accountOf(code, 'inbox', choice), ...bank, note: 'paid twice' });
  return 'refundPayment';
}

/** The simulated currency that is kept in a ledger unit. */
function currencyOf(unit: string): CurrencyCode {
  const code = CURRENCY_CODES.find((candidate) => CURRENCIES[candidate].reserve === unit && simulatedNetworkOf(candidate) !== null);
  if (!code) throw new Error(`no simulated currency is kept in ${unit}`);
  return code;
}

/** Changes the price of a traded currency that does not follow the market. */
async function setNewPrice(exchange: ExchangeUnderTest, trades: readonly Trade[], choice: number): Promise<void> {
  const codeOf = ({ kind, from, to }: Trade) => (kind === 'buy' ? to : from) as TradedCode;
  const priced = trades.filter((trade) => trade.kind !== 'ex' && !FOLLOWING_CODES.some((code) => code === codeOf(trade)));
  const trade = priced[choice % priced.length];
  if (!trade) return;
  const code = codeOf(trade);
  const settings = await settingsOf(exchange);
  const rate = (trade.kind === 'buy' ? settings.buy : settings.sell).get(code)?.value as RateSettings;
  const up = choice % PRICE_STEPS === 0 || rate.value.endsWith('50');
  const value = String(BigInt(rate.value) + (up ? PRICE_STEP_DONG : -PRICE_STEP_DONG));
  await exchange.operate('setRate', { kind: trade.kind, code, value });
}

/**
 * Makes retries of refused payouts, and rechecks of paid ones, due soon instead of after a back-off of minutes to hours. Payouts become due after a
 * short delay, because the signer reads the payments that they wait for shortly before.
 */
export async function expediteRetries(endpoints: Endpoints): Promise<void> {
  const db = dbOf(await databaseOf(endpoints));
  const now = presentTime();
  const soon = new Date(now.getTime() + PAYOUTS_DUE_IN_MS);
  await db.updateTable('payout').set({ nextAt: soon }).where('state', '=', 'queued').where('nextAt', '>', soon).execute();
  await db.updateTable('attempt').set({ nextCheckAt: now }).where('state', '=', 'done').where('nextCheckAt', '>', now).execute();
}

/** Sets a short order timer and lifts the login limits, so that one sale is large enough for a split payout. */
export async function configureExchange(endpoints: Endpoints, timerSeconds: number): Promise<void> {
  const orm = await databaseOf(endpoints);
  const { site } = await readSettings(orm);
  const value = { ...site, timerSeconds, minOrderLogin: '1000000000', minOrderKyc: '1000000000' };
  await addSetting(orm, { kind: 'site', key: 'site', value, author: 'chaos', at: presentTime() });
}

async function settingsOf(endpoints: Endpoints): Promise<Settings> {
  return readSettings(await databaseOf(endpoints));
}
