import type { TradeOption } from './offer.ts';

/**
 * For each source currency, the pair to select: with the current target if offered, else the reversed pair, else with the first target
 * offered.
 */
export function sourcesOf(offers: readonly TradeOption[], chosen: TradeOption): readonly TradeOption[] {
  return onePer(offers, 'from', chosen);
}

/** For each target currency, the pair to select; the counterpart of {@link sourcesOf}. */
export function targetsOf(offers: readonly TradeOption[], chosen: TradeOption): readonly TradeOption[] {
  return onePer(offers, 'to', chosen);
}

function onePer(offers: readonly TradeOption[], side: 'from' | 'to', chosen: TradeOption): readonly TradeOption[] {
  const other = side === 'from' ? 'to' : 'from';
  // Sources come first, because they are in the operators' order.
  const codes = [...new Set([...offers.map(({ from }) => from), ...offers.map(({ to }) => to)])];
  return codes.flatMap((code) => {
    const candidates = offers.filter((offer) => offer[side] === code);
    const kept = candidates.find((offer) => offer[other] === chosen[other]);
    const reversed = candidates.find((offer) => offer[other] === chosen[side]);
    return kept ?? reversed ?? candidates[0] ?? [];
  });
}
