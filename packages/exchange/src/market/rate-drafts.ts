import type { TradedCode } from '@quydoi/domain/currencies';
import type { SettingDraft } from '@quydoi/domain/defaults';
import { derivedPair } from '@quydoi/domain/price/pair-rates';
import { findProfitableCircle, type ProfitableCircle } from '@quydoi/domain/price/rate-circle';
import { isSameRate } from '@quydoi/domain/price/rate-settings';
import type { RateSettings, Settings, Versioned } from '@quydoi/domain/settings';
import { conversionsOf, rateKeyOf } from './trade.ts';

/** New version of a rate. */
export type RateDraft = SettingDraft<'buy' | 'sell' | 'pair'>;

/** Swap pairs that follow a rate, with the values that they get from it; overridden and unchanged ones are left out. */
export function derivedPairs(
  settings: Settings,
  { kind, code, value }: { readonly kind: 'buy' | 'sell'; readonly code: TradedCode; readonly value: RateSettings },
): readonly SettingDraft<'pair'>[] {
  return [...settings.pairs].flatMap(([key, { value: old }]) => {
    const [from, to] = key.split(':') as [TradedCode, TradedCode];
    if (old.overridden || (kind === 'sell' ? from : to) !== code) return [];
    const sell = kind === 'sell' ? value : settings.sell.get(from)?.value;
    const buy = kind === 'buy' ? value : settings.buy.get(to)?.value;
    if (!sell || !buy) return [];
    const derived = derivedPair(sell, buy, old);
    return isSameRate(derived, old) ? [] : [{ kind: 'pair', key, value: derived } as const];
  });
}

/** Finds a circle of trades, one of them at one of these rates, that would pay more than it costs. */
export function circleOf(settings: Settings, drafts: readonly RateDraft[]): ProfitableCircle | null {
  const isSet = new Set(drafts.map(({ kind, key }) => `${kind} ${key}`));
  return findProfitableCircle(conversionsOf(withRates(settings, drafts)), (terms) => {
    const { kind, key } = rateKeyOf(terms);
    return isSet.has(`${kind} ${key}`);
  });
}

/** Settings as if these versions were in force. */
export function withRates(settings: Settings, drafts: readonly RateDraft[]): Settings {
  const overlaid = <K extends string, T>(kind: RateDraft['kind'], map: ReadonlyMap<K, Versioned<T>>) =>
    new Map([
      ...map,
      ...drafts.filter((draft) => draft.kind === kind).map(({ key, value }) => [key as K, { value: value as T, version: 0 }] as const),
    ]);
  return { ...settings, buy: overlaid('buy', settings.buy), sell: overlaid('sell', settings.sell), pairs: overlaid('pair', settings.pairs) };
}
