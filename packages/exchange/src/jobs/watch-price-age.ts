import { readPriceHistory } from '@quydoi/database/repositories/prices';
import { TRADED_CODES } from '@quydoi/domain/currencies';
import { MINUTE_MS } from '@quydoi/domain/durations';
import { suspensionByPrice } from '@quydoi/domain/operations/suspension';
import { referencesOf } from '@quydoi/domain/price/automatic-rate';
import type { PriceReading } from '@quydoi/domain/price/judge-price';
import { REFERENCE_CODES, REFERENCES, type ReferenceCode } from '@quydoi/domain/price/references';
import type { Ctx } from '../context.ts';
import { isPricedByMarket } from '../market/abilities.ts';
import { resumeNetwork, suspendNetwork } from '../suspend-network.ts';

/** Readings are dated with the beginning of their minute, and stored a moment later. */
const LATE_MS = 2 * MINUTE_MS;

/**
 * Closes currencies whose automatic rates nobody watches: the signer, which sets them and closes them otherwise, may be away itself. Run by another role,
 * in its own name.
 */
export async function watchPriceAge(ctx: Ctx): Promise<false> {
  const settings = await ctx.settings();
  const automatic = TRADED_CODES.filter((code) => isPricedByMarket(settings, code));
  const now = ctx.clock.now();
  const history = automatic.length === 0 ? new Map() : await readPriceHistory(ctx.orm, REFERENCE_CODES, now);
  for (const code of TRADED_CODES) {
    const old = automatic.includes(code) ? referencesOf(code).find((reference) => isOld(reference, history.get(reference), now)) : undefined;
    if (old === undefined) await resumeNetwork(ctx, suspensionByPrice(code));
    else await suspendNetwork(ctx, suspensionByPrice(code), `no price of ${old} was accepted for too long`);
  }
  return false;
}

function isOld(reference: ReferenceCode, readings: readonly PriceReading[] = [], now: Date): boolean {
  const last = readings.findLast(({ accepted }) => accepted);
  return !last || now.getTime() - last.at.getTime() > REFERENCES[reference].ageMaxMs + LATE_MS;
}
