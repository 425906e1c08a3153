import type { Offer } from './offer.ts';

/**
 * For each source currency, the pair to select: with the current target if offered, else the reversed pair, else with the first target
 * offered.
 */
export function sourcesOf(offers: readonly Offer[], chosen: Offer): readonly Offer[] {
  return onePer(offers, 'from', chosen);
}

/** For each target currency, the pair to select; the counterpart of {@link sourcesOf}. */
export function targetsOf(offers: readonly Offer[], chosen: Offer): readonly Offer[] {
  return onePer(offers, 'to', chosen);
}

function onePer(offers: readonly Offer[], side: 'from' | 'to', chosen: Offer): readonly Offer[] {
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
