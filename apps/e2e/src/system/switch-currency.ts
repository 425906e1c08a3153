import { openOrm } from '@quydoi/database/orm';
import { hasReadBlocks } from '@quydoi/database/repositories/cursors';
import { addSetting, readSettings } from '@quydoi/database/repositories/settings';
import { CURRENCIES, type TradedCode } from '@quydoi/domain/currencies';
import { until } from '../until.ts';
import { presentTime } from './clock.ts';
import type { Endpoints } from './endpoints.ts';

const STATEMENT_TIMEOUT_MS = 20_000;

/** Switches a currency on that is off by default, as the database's owner, and waits until deposits on its chain are read. */
export async function switchCurrencyOn({ databaseUrl }: Endpoints, code: TradedCode, patienceMs: number): Promise<void> {
  const orm = await openOrm({ url: databaseUrl, poolSize: 1, statementTimeoutMs: STATEMENT_TIMEOUT_MS, applicationName: 'quydoi e2e' });
  try {
    const value = (await readSettings(orm)).currencies.get(code);
    if (!value) throw new Error(`${code} has no settings`);
    await addSetting(orm, { kind: 'currency', key: code, value: { ...value, on: true, isShow: true }, author: 'owner', at: presentTime() });
    await until(`deposits of ${code} to be read`, patienceMs, () => hasReadBlocks(orm, CURRENCIES[code].network));
  } finally {
    await orm.close(true);
  }
}
