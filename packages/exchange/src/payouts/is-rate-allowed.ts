import { type RateOrigin, readConfirmedRates, readPairSources, readRateOrigin } from '@quydoi/database/repositories/rate-origins';
import { DAY_MS } from '@quydoi/domain/durations';
import { derivedPair } from '@quydoi/domain/price/pair-rates';
import { isPriceMovedMore } from '@quydoi/domain/price/price-move';
import { priceRangeOf } from '../market/trade.ts';
import type { SignerCtx } from './signer.ts';

/** Age from which a rate counts as allowed when another one is measured against it: operators have had a week to see it. */
const SEEN_DAYS = 7;

const RATE_FIELDS = ['value', 'fee', 'percentFee', 'maxFee', 'minQuantity'] as const;

/** Versions found allowed, by database connection. Never invalidated: settings are append-only, so an allowed version stays allowed. */
const allowed = new WeakMap<SignerCtx['orm'], Set<number>>();

/**
 * Whether the two-person rule allows a version of a rate: it is the rate's first version, a small move, has the values of a confirmed proposal, or is
 * derived for a pair whose rates are allowed. The database refuses operators other rates; the signer checks again, because it trusts no other role.
 */
export async function isRateAllowed(ctx: SignerCtx, version: number): Promise<boolean> {
  const known = allowed.get(ctx.orm) ?? new Set();
  allowed.set(ctx.orm, known);
  if (known.has(version)) return true;
  const origin = await readRateOrigin(ctx.orm, version);
  if (!origin) return false;
  const isAllowed = origin.isFirst || (await isSmallMove(ctx, origin)) || (await isProposed(ctx, origin)) || (await isDerived(ctx, origin, version));
  if (isAllowed) known.add(version);
  return isAllowed;
}

/**
 * Whether a rate moved little from the version that it is measured against, which must be allowed itself or a week old: otherwise one person could
 * write a far rate under one name, and a rate close to that one under another.
 */
async function isSmallMove(ctx: SignerCtx, origin: RateOrigin): Promise<boolean> {
  const { others, value, currency, secondOperator } = origin;
  if (!others || !currency || !secondOperator) return false;
  const limits = { currencies: new Map([[origin.key.split(':')[0] ?? '', currency]]) };
  if (isPriceMovedMore(priceRangeOf(limits, origin, others.value), priceRangeOf(limits, origin, value), secondOperator)) return false;
  return ctx.clock.now().getTime() - others.at.getTime() > SEEN_DAYS * DAY_MS || isRateAllowed(ctx, others.version);
}

/** Whether a confirmed call set exactly these values. Fields that the call left out keep the values of the version before. */
async function isProposed(ctx: SignerCtx, { kind, key, value, previous }: RateOrigin): Promise<boolean> {
  const [from, to] = key.split(':');
  const inputs =
    kind === 'pair' ? await readConfirmedRates(ctx.orm, 'setPair', { from, to }) : await readConfirmedRates(ctx.orm, 'setRate', { kind, code: key });
  const defaults = { fee: '0', percentFee: '0', maxFee: null, minQuantity: null, ...previous };
  return inputs.some((input) =>
    RATE_FIELDS.every((field) => value[field] === (input[field] === undefined ? defaults[field as keyof typeof defaults] : input[field])),
  );
}

/** Whether a pair's version follows from the rates of its currencies, which are allowed. */
async function isDerived(ctx: SignerCtx, { kind, key, value }: RateOrigin, version: number): Promise<boolean> {
  const [from, to] = key.split(':');
  if (kind !== 'pair' || from === undefined || to === undefined) return false;
  const sources = await readPairSources(ctx.orm, { from, to }, version);
  if (sources.sell === null || sources.buy === null) return false;
  const [sell, buy] = [await readRateOrigin(ctx.orm, sources.sell), await readRateOrigin(ctx.orm, sources.buy)];
  if (!sell || !buy) return false;
  const derived = derivedPair(sell.value, buy.value, value);
  const follows = RATE_FIELDS.every((field) => derived[field] === value[field]);
  return follows && (await isRateAllowed(ctx, sources.sell)) && (await isRateAllowed(ctx, sources.buy));
}
