import { readSettings } from '@quydoi/database/repositories/settings';
import type { CurrencyCode } from '@quydoi/domain/currencies';
import type { OrderKind } from '@quydoi/domain/order-status';
import { isAllowed } from '@quydoi/exchange/market/abilities';
import { NETWORK_LIST } from '@quydoi/sandbox/networks';
import { databaseOf } from '../system/database.ts';
import type { Endpoints } from '../system/endpoints.ts';

/** A direction of trade. */
export interface Trade {
  readonly kind: OrderKind;
  readonly from: CurrencyCode;
  readonly to: CurrencyCode;
}

/** Currencies that customers can pay in and be paid in, dong first. */
const SIMULATED: readonly CurrencyCode[] = NETWORK_LIST.flatMap(([, { currencies }]) => currencies);

/** Every trade between simulated currencies that the exchange offers now, always in the same order. */
export async function readOfferedTrades(endpoints: Endpoints): Promise<Trade[]> {
  const settings = await readSettings(await databaseOf(endpoints));
  const isOn = (code: CurrencyCode) => code === 'vnd' || (settings.currencies.get(code)?.on ?? false);
  return SIMULATED.flatMap((from) => SIMULATED.filter((to) => to !== from).map((to) => tradeOf(from, to))).filter(
    ({ kind, from, to }) => isOn(from) && isOn(to) && isAllowed(settings, kind, from, to),
  );
}

function tradeOf(from: CurrencyCode, to: CurrencyCode): Trade {
  if (from === 'vnd') return { kind: 'buy', from, to };
  return { kind: to === 'vnd' ? 'sell' : 'ex', from, to };
}

/** Name of a trade in tallies. */
export function tradeName({ kind, from, to }: Trade): string {
  return `${kind} ${from}-${to}`;
}
