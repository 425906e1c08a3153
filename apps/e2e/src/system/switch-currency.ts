import { hasReadBlocks } from '@quydoi/database/repositories/cursors';
import { CURRENCIES, type TradedCode } from '@quydoi/domain/currencies';
import { until } from '../until.ts';
import { databaseOf } from './database.ts';
import type { ExchangeUnderTest } from './exchange-under-test.ts';

/** Has an operator switch on a currency of a chain, and waits until its deposits are read. */
export async function switchCurrencyOn(exchange: ExchangeUnderTest, code: TradedCode, patienceMs: number): Promise<void> {
  await exchange.operate('switchCurrency', { code, on: true });
  const orm = await databaseOf(exchange);
  await until(`deposits of ${code} to be read`, patienceMs, () => hasReadBlocks(orm, CURRENCIES[code].network));
}
