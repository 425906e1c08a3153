import {
  isWrittenWith,
  type RateOrigin,
  readConfirmedRates,
  readInForceWith,
  readPairSources,
  readRateOrigin,
} from '@quydoi/database/repositories/rate-origins';
import { DAY_MS } from '@quydoi/domain/durations';
import { differsByFollowing } from '@quydoi/domain/price/automatic-fee';
import { derivedPair } from '@quydoi/domain/price/pair-rates';
import { findProfitableCircle } from '@quydoi/domain/price/rate-circle';
import { changedRate, isSameRate, type RateChange } from '@quydoi/domain/price/rate-settings';
import { conversionsOf, isFollowedValueMovedMore, isRateMovedMore, rateKeyOf } from '../market/trade.ts';
import type { SignerCtx } from './signer.ts';

/** Age from which a rate counts as allowed when another one is measured against it: operators have had a week to see it. */
const SEEN_DAYS = 7;

/** Versions found allowed, by database connection. Never invalidated: settings are append-only, so an allowed version stays allowed. */
const allowed = new WeakMap<SignerCtx['orm'], Set<number>>();

/**
 * Whether the two-person rule allows a version of a rate: it is the rate's first version, has the values of a confirmed proposal, is an allowed one with
 * another fee or value between its bounds, or is a small move or derived for a pair whose rates are allowed, and makes no circle of trades that pays more than it costs. The database refuses operators other
 * rates; the signer checks again, because it trusts no other role.
 */
export async function isRateAllowed(ctx: SignerCtx, version: number): Promise<boolean> {
  const known = allowed.get(ctx.orm) ?? new Set();
  allowed.set(ctx.orm, known);
  if (known.has(version)) return true;
  const origin = await readRateOrigin(ctx.orm, version);
  if (!origin) return false;
  const isAllowed =
    origin.isFirst || (await isProposed(ctx, origin)) || (await isFollowed(ctx, origin, version)) || (await isSetByOne(ctx, origin, version));
  if (isAllowed) known.add(version);
  return isAllowed;
}

/**
 * Whether a rate moved little from the version that it is measured against, which must be allowed itself or a week old: otherwise one person could
 * write a far rate under one name, and a rate close to that one under another.
 */
async function isSmallMove(ctx: SignerCtx, origin: RateOrigin): Promise<boolean> {
  const { others, inForce, value, currency, secondOperator, isFollowing } = origin;
  if (isFollowing || !others || !currency || !secondOperator) return false;
  const limits = { currencies: new Map([[origin.key.split(':')[0] ?? '', currency]]) };
  if (isRateMovedMore(limits, origin, others.value, value, secondOperator)) return false;
  if (isFollowedValueMovedMore(limits, origin, inForce, value, secondOperator)) return false;
  return ctx.clock.now().getTime() - others.at.getTime() > SEEN_DAYS * DAY_MS || isRateAllowed(ctx, others.version);
}

/**
 * Whether a version of a rate, with those that were in force when it was set, makes a circle of trades that pays more than it costs. The circle is
 * charged to the version that closed it.
 */
async function paysInCircle(ctx: SignerCtx, { kind, key }: RateOrigin, version: number): Promise<boolean> {
  const conversions = conversionsOf(await readInForceWith(ctx.orm, version));
  const circle = findProfitableCircle(conversions, (terms) => {
    const suspect = rateKeyOf(terms);
    return suspect.kind === kind && suspect.key === key;
  });
  return circle !== null;
}

/** Whether a confirmed call set exactly these values. Fields that the call left out keep the values of the version before. */
async function isProposed(ctx: SignerCtx, { kind, key, value, previous }: RateOrigin): Promise<boolean> {
  const [from, to] = key.split(':');
  const inputs =
    kind === 'pair' ? await readConfirmedRates(ctx.orm, 'setPair', { from, to }) : await readConfirmedRates(ctx.orm, 'setRate', { kind, code: key });
  const ended = kind === 'pair' ? { automaticFee: null } : {};
  return inputs.some((input) => isSameRate(value, changedRate(previous ?? undefined, { ...(input as unknown as RateChange), ...ended })));
}

/**
 * Whether the signer wrote a version that differs from the newest one that operators set only by a fee that follows the network's cost, or a value that follows the market, within
 * the bounds that they set. A value may still close a circle of trades.
 */
async function isFollowed(ctx: SignerCtx, origin: RateOrigin, version: number): Promise<boolean> {
  const { value, operators, isFollowing } = origin;
  if (!isFollowing || !operators || !differsByFollowing(value, operators.value)) return false;
  if (value.value !== operators.value.value && (await paysInCircle(ctx, origin, version))) return false;
  return isRateAllowed(ctx, operators.version);
}

/** Whether a version is one that an operator may set alone, or follows from rates that two set. */
async function isSetByOne(ctx: SignerCtx, origin: RateOrigin, version: number): Promise<boolean> {
  const derivedFrom = await readDerivedFrom(ctx, origin, version);
  if (!derivedFrom && !(await isSmallMove(ctx, origin))) return false;
  if (!(await paysInCircle(ctx, origin, version))) return true;
  return derivedFrom !== null && isDerivedByTwo(ctx, origin, derivedFrom, version);
}

/** Versions of the rates of a pair's currencies that a version of it follows from, if these are allowed; null when it does not follow. */
async function readDerivedFrom(ctx: SignerCtx, { kind, key, value }: RateOrigin, version: number): Promise<readonly [number, number] | null> {
  const [from, to] = key.split(':');
  if (kind !== 'pair' || from === undefined || to === undefined) return null;
  const sources = await readPairSources(ctx.orm, { from, to }, version);
  if (sources.sell === null || sources.buy === null) return null;
  const [sell, buy] = [await readRateOrigin(ctx.orm, sources.sell), await readRateOrigin(ctx.orm, sources.buy)];
  if (!sell || !buy) return null;
  const derived = derivedPair(sell.value, buy.value, value);
  const areAllowed = isSameRate(derived, value) && (await isRateAllowed(ctx, sources.sell)) && (await isRateAllowed(ctx, sources.buy));
  return areAllowed ? [sources.sell, sources.buy] : null;
}

/** Whether a confirmed call derived a version of a pair: one that derives it, or one that set a rate of its currencies. */
async function isDerivedByTwo(ctx: SignerCtx, { key }: RateOrigin, derivedFrom: readonly number[], version: number): Promise<boolean> {
  const [from, to] = key.split(':');
  if ((await readConfirmedRates(ctx.orm, 'derivePair', { from, to })).length > 0) return true;
  for (const source of derivedFrom) {
    const origin = (await isWrittenWith(ctx.orm, version, source)) ? await readRateOrigin(ctx.orm, source) : null;
    if (origin && (await isProposed(ctx, origin))) return true;
  }
  return false;
}
