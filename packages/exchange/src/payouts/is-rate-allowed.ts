import { type RateOrigin, readConfirmedRates, readPairSources, readRateOrigin } from '@quydoi/database/repositories/rate-origins';
import { DAY_MS } from '@quydoi/domain/durations';
import { derivedPair } from '@quydoi/domain/price/pair-rates';
import { isPriceMovedMore } from '@quydoi/domain/price/price-move';
import { priceRangeOf } from '../market/trade.ts';
import type { SignerCtx } from './signer.ts';

/** Age from which a rate is taken for allowed as the measure of others: everybody has seen it for so long. */
const SEEN_DAYS = 7;

const RATE_FIELDS = ['value', 'fee', 'percentFee', 'maxFee', 'minQuantity'] as const;

/** Versions that were found allowed, by process: what was set never changes, nor what was in force before. */
const allowed = new WeakMap<SignerCtx['orm'], Set<number>>();

/**
 * Whether operators may have set a version of a rate, as the signer sees it: the rate's first, a small move, one that another operator proposed, or a
 * pair's that follows from such rates. The database refuses others to operators; the signer does not rely on that alone.
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

/** Whether a rate moved little from one that is allowed itself: else a rate under one name would be measured by a far one under another. */
async function isSmallMove(ctx: SignerCtx, origin: RateOrigin): Promise<boolean> {
  const { others, value, currency, secondOperator } = origin;
  if (!others || !currency || !secondOperator) return false;
  const limits = { currencies: new Map([[origin.key.split(':')[0] ?? '', currency]]) };
  if (isPriceMovedMore(priceRangeOf(limits, origin, others.value), priceRangeOf(limits, origin, value), secondOperator)) return false;
  return ctx.clock.now().getTime() - others.at.getTime() > SEEN_DAYS * DAY_MS || isRateAllowed(ctx, others.version);
}

/** Whether a confirmed call sets just this; what its input leaves out stays as it was. */
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
