import { type CurrencyCode, networkOf } from '@quydoi/domain/currencies';

const MINUTE_MS = 60_000;

/** Usual time until a transfer in a currency is final, rounded to whole minutes: zero below half a minute, and where the provider's records decide. */
export function finalityMinutes(code: CurrencyCode): number {
  const { finality } = networkOf(code);
  return finality.by === 'record' ? 0 : Math.round((finality.blocks * finality.blockMs) / MINUTE_MS);
}
