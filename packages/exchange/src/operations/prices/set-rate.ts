import { AppError } from '@quydoi/contract/errors';
import { isTradedCode, type TradedCode } from '@quydoi/domain/currencies';
import { derivedPair } from '@quydoi/domain/price/pair-rates';
import { pairKey } from '@quydoi/domain/settings';
import type { OperatorVerb } from '../operator-verb.ts';
import { changedRate, type RateChange } from './changed-rate.ts';
import { derivedPairs, type ForcedRates, writeRates } from './write-rates.ts';

/** Sets the buy or sell rate of a currency, and derives the swap pairs that follow it. Earlier versions are kept. */
export const setRate: OperatorVerb<{ kind: 'buy' | 'sell'; code: string } & RateChange & ForcedRates, { done: true }> = async (
  ctx,
  operator,
  { kind, code, force, note, ...change },
) => {
  const currency = traded(code);
  return writeRates(ctx, operator, { force, note }, (settings) => {
    const value = changedRate(settings[kind].get(currency)?.value, change, currency);
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
    { kind: 'pair', key, value: { ...changedRate(settings.pairs.get(key)?.value, change, key), overridden: true } },
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

function tradedPair(from: string, to: string): readonly [TradedCode, TradedCode] {
  if (from === to) throw new AppError('CURRENCY_NOT_SUPPORTED', { code: to });
  return [traded(from), traded(to)];
}

function traded(code: string): TradedCode {
  if (!isTradedCode(code)) throw new AppError('CURRENCY_NOT_SUPPORTED', { code });
  return code;
}
