import type { Offer } from './offer.ts';

/**
 * For each source, the pair that picking it leads to: with the chosen target, or turned round where that is picked as the source, else with
 * the first target that it has.
 */
export function sourcesOf(offers: readonly Offer[], chosen: Offer): readonly Offer[] {
  return onePer(offers, 'from', chosen);
}

/** For each target, the pair that picking it leads to. */
export function targetsOf(offers: readonly Offer[], chosen: Offer): readonly Offer[] {
  return onePer(offers, 'to', chosen);
}

function onePer(offers: readonly Offer[], side: 'from' | 'to', chosen: Offer): readonly Offer[] {
  const other = side === 'from' ? 'to' : 'from';
  // In the order of the sources, which is the operators'.
  const codes = [...new Set([...offers.map(({ from }) => from), ...offers.map(({ to }) => to)])];
  return codes.flatMap((code) => {
    const candidates = offers.filter((offer) => offer[side] === code);
    const kept = candidates.find((offer) => offer[other] === chosen[other]);
    const turned = candidates.find((offer) => offer[other] === chosen[side]);
    return kept ?? turned ?? candidates[0] ?? [];
  });
}
