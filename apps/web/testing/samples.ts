import type { BankView, ConfigView, LiveView } from '@quydoi/contract/config';
import { sampleConfig } from '@quydoi/contract/testing/sample-config';
import type { OrderKind } from '@quydoi/domain/order-status';
import { type Offer, offersOf } from '../src/features/trade/offer.ts';

/** Three currencies with the prices that an installation starts with, some swaps, and a bank whose accounts have 13 digits. */
export const CONFIG: ConfigView = sampleConfig({
  codes: ['pm', 'e-voucher', 'trc20'],
  pairs: ['trc20:pm', 'pm:trc20', 'pm:e-voucher', 'e-voucher:pm'],
  banks: ['vcb'],
  firstVersion: 3,
});

/** The bank of {@link CONFIG}. */
export const VCB = CONFIG.banks[0] as BankView;

/** The offer between two currencies. @throws Error when there is none */
export function offer(kind: OrderKind, from: string, to: string, config: ConfigView = CONFIG): Offer {
  const found = offersOf(config, kind).find((candidate) => candidate.from === from && candidate.to === to);
  if (!found) throw new Error(`no offer ${kind} ${from} ${to}`);
  return found;
}

/** Reserves, as decimal text. */
export function live(reserves: Readonly<Record<string, string>>): LiveView {
  return { version: '1', reserves: Object.entries(reserves).map(([code, available]) => ({ code, available })), recentTrades: [], reviews: [] };
}
