import { openOrm } from '@quydoi/database/orm';
import { readSettings } from '@quydoi/database/repositories/settings';
import type { CurrencyCode } from '@quydoi/domain/currencies';
import type { OrderKind } from '@quydoi/domain/order-status';
import { isAllowed } from '@quydoi/exchange/config/abilities';
import type { Endpoints } from '../system/endpoints.ts';

/** One thing that can be traded for another. */
export interface Trade {
  readonly kind: OrderKind;
  readonly from: CurrencyCode;
  readonly to: CurrencyCode;
}

/** Currencies that the sandbox has a rail for, so that customers can pay in them and be paid. */
const SIMULATED: readonly CurrencyCode[] = ['vnd', 'pm', 'trc20'];
const STATEMENT_TIMEOUT_MS = 20_000;

/** Every trade that the exchange offers now: a rail that learns a direction is tortured from then on. Always in the same order. */
export async function readOfferedTrades({ databaseUrl }: Endpoints): Promise<Trade[]> {
  const orm = await openOrm({ url: databaseUrl, poolSize: 1, statementTimeoutMs: STATEMENT_TIMEOUT_MS, applicationName: 'quydoi e2e' });
  try {
    const settings = await readSettings(orm);
    return SIMULATED.flatMap((from) => SIMULATED.filter((to) => to !== from).map((to) => tradeOf(from, to))).filter(({ kind, from, to }) =>
      isAllowed(settings, kind, from, to),
    );
  } finally {
    await orm.close(true);
  }
}

function tradeOf(from: CurrencyCode, to: CurrencyCode): Trade {
  if (from === 'vnd') return { kind: 'buy', from, to };
  return { kind: to === 'vnd' ? 'sell' : 'ex', from, to };
}

/** A trade's name in a tally. */
export function tradeName({ kind, from, to }: Trade): string {
  return `${kind} ${from}-${to}`;
}
