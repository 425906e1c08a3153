import { MINUTE_MS } from '@quydoi/domain/durations';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ExchangeUnderTest, startExchangeUnderTest } from '../src/system/exchange-under-test.ts';
import { findFreePorts, releasePorts } from '../src/system/ports.ts';
import { until } from '../src/until.ts';

type Role = 'worker' | 'signer';

const RUN_MS_MAX = 2 * MINUTE_MS;
const CHAINS = ['tron', 'ethereum', 'bsc', 'bitcoin'];
const EVM_CHAINS = ['ethereum', 'bsc'];
const NETWORKS = ['bank', 'perfect-money', 'webmoney', ...CHAINS];
/** Networks of which a holder's name can be asked for with a spending credential. */
const WALLETS = ['perfect-money', 'webmoney'];
const on = (networks: readonly string[], ...jobs: string[]) => jobs.flatMap((job) => networks.map((network) => `${job} ${network}`));

/** The jobs of each role, listed by hand: the tests of a job call it themselves, and pass even if no role starts it. */
const EXPECTED: Readonly<Record<Role, readonly string[]>> = {
  worker: [
    'webhooks',
    'journal what the signer read',
    'match',
    'read nameless payments again',
    'read requested payments',
    'journal rows of exceptions',
    'claims',
    'start payouts',
    'requests',
    'timers',
    'price age',
    'sources behind',
    'prune',
    'lookups bank',
    'place unconfirmed payments',
    'drop missing payments',
    'read sepay-list',
    'read casso-list',
    ...CHAINS.flatMap((chain) => [`read ${chain}-head`, `read ${chain}-blocks`]),
    ...on(EVM_CHAINS, 'coins'),
  ],
  signer: [
    'read requested payments',
    'due attempts',
    'prices',
    'erase old evidence',
    'seal',
    'check seals',
    'read pm-history',
    'read webmoney-operations',
    'vouchers perfect-money',
    'voucher checks perfect-money',
    'boost bitcoin',
    'addresses bitcoin',
    'confirm payments bank 2',
    ...on(['bank', ...WALLETS], 'lookups'),
    ...on(['tron', ...EVM_CHAINS], 'sweep'),
    ...on(NETWORKS, 'confirm payments', 'send', 'settle', 'watch', 'watch failed', 'provider', 'stuck payouts', 'fee coin', 'balances', 'suspension'),
  ],
};

let exchange: ExchangeUnderTest;
let ports: Readonly<Record<Role, number>>;

beforeAll(async () => {
  const [worker = 0, signer = 0] = await findFreePorts(2);
  ports = { worker, signer };
  exchange = await startExchangeUnderTest({ env: { worker: { METRICS_PORT: String(worker) }, signer: { METRICS_PORT: String(signer) } } });
}, 10 * MINUTE_MS);
afterAll(async () => {
  await exchange?.stop();
  await releasePorts(Object.values(ports ?? {}));
});

/** Names of the jobs that have run in a process. */
async function jobsOf(port: number): Promise<Set<string>> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return new Set([...text.matchAll(/^quydoi_job_run_seconds_count\{.*?job="([^"]+)"/gm)].map(([, job = '']) => job));
}

test.each(['worker', 'signer'] as const)('the %s runs each of its jobs', { timeout: RUN_MS_MAX * 2 }, async (role) => {
  const missing = async () => {
    const run = await jobsOf(ports[role]);
    return EXPECTED[role].filter((job) => !run.has(job));
  };
  await until('every job', RUN_MS_MAX, async () => (await missing()).length === 0).catch(() => {});
  expect(await missing()).toEqual([]);
});
