/** Migrates the database as its owner, before any role starts. */
import { migrate } from '@quydoi/database/migrate';
import { addOpeningBalances } from '@quydoi/database/opening';
import { openOrm } from '@quydoi/database/orm';
import { seedSettings } from '@quydoi/database/repositories/settings';
import { systemClock } from './clock.ts';
import { readConfig } from './config.ts';
import { readEnvironment } from './env.ts';

const STATEMENT_TIMEOUT_MS = 600_000;

const config = readConfig('owner', readEnvironment());
const orm = await openOrm({ url: config.DATABASE_URL, poolSize: 2, statementTimeoutMs: STATEMENT_TIMEOUT_MS, applicationName: 'quydoi migrate' });
await migrate(orm, [
  { role: 'quydoi_web', password: config.WEB_DB_PASSWORD },
  { role: 'quydoi_worker', password: config.WORKER_DB_PASSWORD },
  { role: 'quydoi_signer', password: config.SIGNER_DB_PASSWORD },
  { role: 'quydoi_operator', password: config.OPERATOR_DB_PASSWORD },
]);
const now = systemClock.now();
await seedSettings(orm, now);
if (config.SANDBOX_RESERVES === '1') await addOpeningBalances(orm, now);
await orm.close(true);
process.exit(0);
