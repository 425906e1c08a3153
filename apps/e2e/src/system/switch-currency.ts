import { openOrm } from '@quydoi/database/orm';
import { hasReadBlocks } from '@quydoi/database/repositories/cursors';
import { CURRENCIES, type TradedCode } from '@quydoi/domain/currencies';
import { until } from '../until.ts';
import type { ExchangeUnderTest } from './exchange-under-test.ts';

const STATEMENT_TIMEOUT_MS = 20_000;

/** Has an operator switch on a currency of a chain, and waits until its deposits are read. */
export async function switchCurrencyOn(exchange: ExchangeUnderTest, code: TradedCode, patienceMs: number): Promise<void> {
  await exchange.operate('switchCurrency', { code, on: true });
  const orm = await openOrm({ url: exchange.databaseUrl, poolSize: 1, statementTimeoutMs: STATEMENT_TIMEOUT_MS, applicationName: 'quydoi e2e' });
  try {
    await until(`deposits of ${code} to be read`, patienceMs, () => hasReadBlocks(orm, CURRENCIES[code].network));
  } finally {
    await orm.close(true);
  }
}
