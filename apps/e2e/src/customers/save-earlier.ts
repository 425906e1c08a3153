import { join } from 'node:path';
import { dbOf } from '@quydoi/database/orm';
import { DESTINATION_WAIT_HOURS } from '@quydoi/domain/constants';
import { HOUR_MS } from '@quydoi/domain/durations';
import { macOf } from '@quydoi/exchange/keyed-mac';
import { secretList } from '@quydoi/rails/config-fields';
import { secretKeysOf } from '@quydoi/server/secret-keys';
import { ensureSecrets } from '@quydoi/server/supervisor/role-env';
import { databaseOf } from '../system/database.ts';
import type { ExchangeUnderTest } from '../system/exchange-under-test.ts';

/** Dates a customer's saved destination back, as the web process would have saved it then, so that it can be withdrawn to at once. */
export async function saveEarlier(exchange: ExchangeUnderTest, account: string): Promise<void> {
  const db = dbOf(await databaseOf(exchange));
  const saved = await db.selectFrom('saved_destination').selectAll().where('account', '=', account).executeTakeFirstOrThrow();
  const savedAt = new Date(saved.savedAt.getTime() - (DESTINATION_WAIT_HOURS + 1) * HOUR_MS);
  const secrets = secretKeysOf(secretList.parse(ensureSecrets(join(exchange.dataDir, 'secrets')).web.ORDER_REQUEST_SECRETS));
  const { customerId, currency, bank } = saved;
  // Empty in the table where the currency is not paid to banks.
  const proof = macOf(
    JSON.stringify(['saved destination', customerId, currency, bank === '' ? null : bank, account, savedAt.toISOString()]),
    secrets,
  );
  await db.updateTable('saved_destination').set({ savedAt, proof }).where('account', '=', account).execute();
}
