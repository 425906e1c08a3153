import { setTimeout as sleep } from 'node:timers/promises';
import { dbOf, openOrm } from '@quydoi/database/orm';
import { addSetting, readSettings } from '@quydoi/database/repositories/settings';
import { CURRENCIES, type CurrencyCode, type TradedCode } from '@quydoi/domain/currencies';
import type { NetworkCode } from '@quydoi/domain/networks';
import type { RateSettings, Settings } from '@quydoi/domain/settings';
import { accountOf } from '../customers/accounts.ts';
import { presentTime } from '../system/clock.ts';
import type { Endpoints } from '../system/endpoints.ts';
import type { ExchangeUnderTest } from '../system/exchange-under-test.ts';
import { readSandboxBooks, submitOtpCode } from '../system/sandbox-client.ts';
import type { Tally } from '../tally.ts';
import type { Plan } from './plan.ts';
import type { Trade } from './trades.ts';

/** How often operators look at what waits for them. */
const LOOK_MS = 1_000;
/** How long a payout waits for its code. */
const CODE_AFTER_MS = 1_500;
const STATEMENT_TIMEOUT_MS = 10_000;
/** Prices move by this much, to and fro. */
const PRICE_STEP_DONG = 10n;
const PRICE_STEPS = 5;

/** Does the operators' part of the plan, and switches rails on again that switched themselves off. Resolves when it is over. */
export async function operate(exchange: ExchangeUnderTest, plan: Plan, trades: readonly Trade[], did: Tally, over: AbortSignal): Promise<void> {
  await Promise.all([runOperatorDuties(exchange, trades, did, over), runPlannedActions(exchange, plan, trades, did, over)]);
}

/** Switches every rail of these trades on that is off. */
export async function switchRailsOn(exchange: ExchangeUnderTest, trades: readonly Trade[], did: Tally): Promise<void> {
  const { rails } = await settingsOf(exchange);
  const wanted = new Set(trades.flatMap(({ from, to }): NetworkCode[] => [CURRENCIES[from].network, CURRENCIES[to].network]));
  for (const rail of wanted) {
    if (rails.get(rail)?.on) continue;
    await exchange.operate('setRail', { rail, on: true, note: 'credentials were looked at' });
    did.add(`switched on ${rail}`);
  }
}

/** Keeps every rail on and gives the bank the codes that it asks for, until it is over. */
export async function runOperatorDuties(exchange: ExchangeUnderTest, trades: readonly Trade[], did: Tally, over: AbortSignal): Promise<void> {
  await Promise.all([again(() => switchRailsOn(exchange, trades, did), over), again(() => submitOtpCodes(exchange, did), over)]);
}

/** The database or the sandbox may be away: then the next look will do. */
async function again(act: () => Promise<void>, over: AbortSignal): Promise<void> {
  while (!over.aborted) {
    await act().catch(() => {});
    await sleep(LOOK_MS, undefined, { signal: over }).catch(() => {});
  }
}

/** A code is given to what has waited for it since the last look, so that it is seen to wait. */
async function submitOtpCodes(exchange: ExchangeUnderTest, did: Tally): Promise<void> {
  const { payOs } = await readSandboxBooks(exchange);
  for (const { key } of payOs.filter(({ state }) => state === 'HELD')) {
    await sleep(CODE_AFTER_MS);
    await submitOtpCode(exchange, key);
    did.add('gave a code');
  }
}

async function runPlannedActions(exchange: ExchangeUnderTest, plan: Plan, trades: readonly Trade[], did: Tally, over: AbortSignal): Promise<void> {
  const startedMs = performance.now();
  for (const { atMs, what, choice } of plan.operator) {
    await sleep(Math.max(0, startedMs + atMs - performance.now()), undefined, { signal: over }).catch(() => {});
    if (over.aborted) return;
    const act = what === 'new-price' ? setNewPrice(exchange, trades, choice).then(() => what) : settleOne(exchange, choice);
    await act.then(
      (name) => did.add(name),
      (error: Error & { readonly stderr?: string }) => did.add(`${what} refused: ${/^([A-Z_]{4,}):/m.exec(error.stderr ?? '')?.[1] ?? 'away'}`),
    );
  }
}

interface Inbox {
  readonly items: readonly { readonly id: string; readonly unit: string; readonly caseCode: string | null; readonly orderRef: string | null }[];
}
interface Attention {
  readonly items: readonly { readonly ref: string; readonly status: string; readonly reason: string | null; readonly from: CurrencyCode }[];
}

/** Settles one thing of those that wait for a person: an order that is held for a check, or a payment beside its order. @returns what was done */
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
  const beside = items.filter(({ orderRef }) => orderRef !== null);
  const payment = beside[choice % beside.length];
  if (!payment) return 'nothing waits';
  const code = CODE_OF[payment.unit] ?? 'vnd';
  const bank = code === 'vnd' ? { destinationBank: 'vcb' } : {};
  await exchange.operate('refundPayment', { id: payment.id, destination: accountOf(code, 'inbox', choice), ...bank, note: 'paid twice' });
  return 'refundPayment';
}

/** The currency that customers pay in, by the unit that it is kept in. */
const CODE_OF: Readonly<Record<string, CurrencyCode>> = { vnd: 'vnd', pm: 'pm', 'usdt-tron': 'trc20' };

/** Moves the price of something that is traded. */
async function setNewPrice(exchange: ExchangeUnderTest, trades: readonly Trade[], choice: number): Promise<void> {
  const trade = trades.filter(({ kind }) => kind !== 'ex')[choice % trades.filter(({ kind }) => kind !== 'ex').length];
  if (!trade) return;
  const code = (trade.kind === 'buy' ? trade.to : trade.from) as TradedCode;
  const settings = await settingsOf(exchange);
  const rate = (trade.kind === 'buy' ? settings.buy : settings.sell).get(code)?.value as RateSettings;
  const up = choice % PRICE_STEPS === 0 || rate.value.endsWith('50');
  const value = String(BigInt(rate.value) + (up ? PRICE_STEP_DONG : -PRICE_STEP_DONG));
  await exchange.operate('setRate', { kind: trade.kind, code, value });
}

/** Lets the time pass until payouts are tried again that were refused, which is hours for one that was refused often. */
export async function expediteRetries(endpoints: Endpoints): Promise<void> {
  await withDatabase(endpoints, (orm) => {
    const now = presentTime();
    return dbOf(orm).updateTable('payout').set({ nextAt: now }).where('state', '=', 'queued').where('nextAt', '>', now).execute();
  });
}

/** What the torture needs set otherwise: a short timer, and no login for large sums, so that one payout is split. */
export async function configureExchange(endpoints: Endpoints, timerSeconds: number): Promise<void> {
  await withDatabase(endpoints, async (orm) => {
    const { site } = await readSettings(orm);
    const value = { ...site, timerSeconds, minOrderLogin: '1000000000', minOrderKyc: '1000000000' };
    await addSetting(orm, { kind: 'site', key: 'site', value, author: 'chaos', at: presentTime() });
  });
}

function settingsOf(endpoints: Endpoints): Promise<Settings> {
  return withDatabase(endpoints, readSettings);
}

async function withDatabase<T>({ databaseUrl }: Endpoints, use: (orm: Awaited<ReturnType<typeof openOrm>>) => Promise<T>): Promise<T> {
  const orm = await openOrm({ url: databaseUrl, poolSize: 1, statementTimeoutMs: STATEMENT_TIMEOUT_MS, applicationName: 'quydoi e2e' });
  try {
    return await use(orm);
  } finally {
    await orm.close(true);
  }
}
