import { setTimeout as sleep } from 'node:timers/promises';
import { dbOf, openOrm } from '@quydoi/database/orm';
import { addSetting, readSettings } from '@quydoi/database/views/settings';
import { CURRENCIES, type TradedCode } from '@quydoi/domain/currencies';
import type { RailCode } from '@quydoi/domain/rails';
import type { RateSettings, Settings } from '@quydoi/domain/settings';
import { presentTime } from '../clock.ts';
import type { ExchangeUnderTest } from '../exchange-under-test.ts';
import type { Place } from '../place.ts';
import type { Tally } from '../tally.ts';
import type { Plan } from './plan.ts';
import type { Route } from './routes.ts';

/** Looks at the rails this often, and takes this long to look into what happened before one is switched on again. */
const RAILS_MS = 700;
const STATEMENT_TIMEOUT_MS = 10_000;
/** Prices move by this much, to and fro. */
const PRICE_STEP_DONG = 10n;
const PRICE_STEPS = 5;

/** Does the operators' part of the plan, and switches rails on again that switched themselves off. Resolves when it is over. */
export async function operate(exchange: ExchangeUnderTest, plan: Plan, routes: readonly Route[], did: Tally, over: AbortSignal): Promise<void> {
  await Promise.all([keepRailsOn(exchange, routes, did, over), actByPlan(exchange, plan, routes, did, over)]);
}

/** Switches every rail of these routes on that is off. */
export async function switchRailsOn(exchange: ExchangeUnderTest, routes: readonly Route[], did: Tally): Promise<void> {
  const { rails } = await settingsOf(exchange);
  const wanted = new Set(routes.flatMap(({ from, to }): RailCode[] => [CURRENCIES[from].rail, CURRENCIES[to].rail]));
  for (const rail of wanted) {
    if (rails.get(rail)?.on) continue;
    await exchange.operate('setRail', { rail, on: true, note: 'credentials were looked at' });
    did.add(`switched on ${rail}`);
  }
}

async function keepRailsOn(exchange: ExchangeUnderTest, routes: readonly Route[], did: Tally, over: AbortSignal): Promise<void> {
  while (!over.aborted) {
    // The database may be away: the next look will do.
    await switchRailsOn(exchange, routes, did).catch(() => {});
    await sleep(RAILS_MS, undefined, { signal: over }).catch(() => {});
  }
}

async function actByPlan(exchange: ExchangeUnderTest, plan: Plan, routes: readonly Route[], did: Tally, over: AbortSignal): Promise<void> {
  const startedMs = performance.now();
  for (const { atMs, what, choice } of plan.operator) {
    await sleep(Math.max(0, startedMs + atMs - performance.now()), undefined, { signal: over }).catch(() => {});
    if (over.aborted) return;
    if (what === 'new-price')
      await setNewPrice(exchange, routes, choice).then(
        () => did.add(what),
        () => did.add(`${what} failed`),
      );
  }
}

/** Moves the price of something that is traded. */
async function setNewPrice(exchange: ExchangeUnderTest, routes: readonly Route[], choice: number): Promise<void> {
  const route = routes.filter(({ kind }) => kind !== 'ex')[choice % routes.filter(({ kind }) => kind !== 'ex').length];
  if (!route) return;
  const code = (route.kind === 'buy' ? route.to : route.from) as TradedCode;
  const settings = await settingsOf(exchange);
  const rate = (route.kind === 'buy' ? settings.buy : settings.sell).get(code)?.value as RateSettings;
  const up = choice % PRICE_STEPS === 0 || rate.value.endsWith('50');
  const value = String(BigInt(rate.value) + (up ? PRICE_STEP_DONG : -PRICE_STEP_DONG));
  await exchange.operate('setRate', { kind: route.kind, code, value });
}

/** What the torture needs set otherwise: a short timer, and no login for large sums, so that one payout is split. */
export async function setTheStage(place: Place, timerSeconds: number): Promise<void> {
  await withDatabase(place, async (orm) => {
    const { site } = await readSettings(orm);
    const value = { ...site, timerSeconds, minOrderLogin: '1000000000', minOrderKyc: '1000000000' };
    await addSetting(dbOf(orm.em.fork()), 'site', 'site', value, 'torture', presentTime());
  });
}

function settingsOf(place: Place): Promise<Settings> {
  return withDatabase(place, readSettings);
}

async function withDatabase<T>({ databaseUrl }: Place, use: (orm: Awaited<ReturnType<typeof openOrm>>) => Promise<T>): Promise<T> {
  const orm = await openOrm({ url: databaseUrl, poolSize: 1, statementTimeoutMs: STATEMENT_TIMEOUT_MS, applicationName: 'quydoi e2e' });
  try {
    return await use(orm);
  } finally {
    await orm.close(true);
  }
}
