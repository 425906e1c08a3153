import type { BankView, ConfigView, LiveView } from '@quydoi/contract/config';
import { sampleConfig } from '@quydoi/contract/testing/sample-config';
import type { OrderKind } from '@quydoi/domain/order-status';
import { offersOf, type TradeOption } from '../src/features/trade/offer.ts';

/** Three currencies at default prices, four swap pairs, and one bank with 13-digit account numbers. */
export const CONFIG: ConfigView = sampleConfig({
  codes: ['pm', 'e-voucher', 'trc20'],
  pairs: ['trc20:pm', 'pm:trc20', 'pm:e-voucher', 'e-voucher:pm'],
  banks: ['vcb'],
  firstVersion: 3,
});

/** The bank of {@link CONFIG}. */
export const VCB = CONFIG.banks[0] as BankView;

/** Finds the offer between two currencies. @throws Error if the configuration has none */
export function offer(kind: OrderKind, from: string, to: string, config: ConfigView = CONFIG): TradeOption {
  const found = offersOf(config, kind).find((candidate) => candidate.from === from && candidate.to === to);
  if (!found) throw new Error(`no offer ${kind} ${from} ${to}`);
  return found;
}

/** Live data with the given reserves (decimal text by reserve code), without trades and reviews. */
export function live(reserves: Readonly<Record<string, string>>): LiveView {
  return {
    version: '1',
    reserves: Object.entries(reserves).map(([code, available]) => ({ code, available })),
    hourAgo: [],
    recentTrades: [],
    reviews: [],
  };
}
