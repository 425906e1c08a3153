import { AppError } from '@quydoi/contract/errors';
import { isTradedCode, type TradedCode } from '@quydoi/domain/currencies';
import { hasNetworkCost, needsCoinPrice } from '@quydoi/domain/price/automatic-fee';
import { derivedPair } from '@quydoi/domain/price/pair-rates';
import { changedRate, isReadableRate, type RateChange } from '@quydoi/domain/price/rate-settings';
import { pairKey, type RateSettings } from '@quydoi/domain/settings';
import { derivedPairs, type RateDraft } from '../../market/rate-drafts.ts';
import type { OperatorVerb } from '../operator-verb.ts';
import { type ForcedRates, writeRates } from './write-rates.ts';

/** Sets the buy or sell rate of a currency, and derives the swap pairs that follow it. Earlier versions are kept. */
export const setRate: OperatorVerb<{ kind: 'buy' | 'sell'; code: string } & RateChange & ForcedRates, { done: true }> = async (
  ctx,
  operator,
  { kind, code, force, note, ...change },
) => {
  const currency = traded(code);
  return writeRates(ctx, operator, { force, note }, (settings) => {
    const value = requireReadable(kind, currency, changedRate(settings[kind].get(currency)?.value, change));
    requireKnownCost(currency, value);
    return [{ kind, key: currency, value }, ...derivedPairs(settings, { kind, code: currency, value })];
  });
};

/** Sets the rate of a swap pair, overriding its derivation. */
export const setPair: OperatorVerb<{ from: string; to: string } & RateChange & ForcedRates, { done: true }> = async (
  ctx,
  operator,
  { from, to, force, note, ...change },
) => {
  const [source, target] = tradedPair(from, to);
  const key = pairKey(source, target);
  return writeRates(ctx, operator, { force, note }, (settings) => [
    // The fee of a pair follows the network's cost only with the rate that the pair is derived from.
    {
      kind: 'pair',
      key,
      value: { ...requireReadable('pair', key, changedRate(settings.pairs.get(key)?.value, { ...change, automaticFee: null })), overridden: true },
    },
  ]);
};

/** Ends the override of a swap pair. Errors: CURRENCY_NOT_SUPPORTED when one of its rates is missing. */
export const derivePair: OperatorVerb<{ from: string; to: string } & ForcedRates, { done: true }> = async (
  ctx,
  operator,
  { from, to, ...forced },
) => {
  const [source, target] = tradedPair(from, to);
  return writeRates(ctx, operator, forced, (settings) => {
    const [sell, buy] = [settings.sell.get(source)?.value, settings.buy.get(target)?.value];
    if (!sell || !buy) throw new AppError('CURRENCY_NOT_SUPPORTED', { code: sell ? to : from });
    const key = pairKey(source, target);
    return [{ kind: 'pair', key, value: derivedPair(sell, buy, settings.pairs.get(key)?.value ?? { minQuantity: null }) }];
  });
};

/** Error: VALIDATION_FAILED when a value is not a number of its currency, or is outside its bounds. */
function requireReadable(kind: RateDraft['kind'], key: string, value: RateSettings): RateSettings {
  if (!isReadableRate(kind, key, value)) throw new AppError('VALIDATION_FAILED');
  return value;
}

/** Error: VALIDATION_FAILED when an automatic fee has no cost to follow. */
function requireKnownCost(code: TradedCode, { automaticFee }: RateSettings): void {
  if (!automaticFee) return;
  if (!hasNetworkCost(code) || (automaticFee.coinPrice === null && needsCoinPrice(code))) throw new AppError('VALIDATION_FAILED');
}

function tradedPair(from: string, to: string): readonly [TradedCode, TradedCode] {
  if (from === to) throw new AppError('CURRENCY_NOT_SUPPORTED', { code: to });
  return [traded(from), traded(to)];
}

function traded(code: string): TradedCode {
  if (!isTradedCode(code)) throw new AppError('CURRENCY_NOT_SUPPORTED', { code });
  return code;
}
