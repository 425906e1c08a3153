import { randomBytes, randomInt } from 'node:crypto';
import { tronKeys, tronXpub } from '@quydoi/rails/tron/keys';
import type { Variables } from './env-file.ts';

/** Every holder of an environment file of its own. `owner` runs the migrations; `operator` is the command line. */
export const ROLES = ['owner', 'web', 'worker', 'signer', 'sandbox', 'operator'] as const;
export type Role = (typeof ROLES)[number];

/** One secret value and the name under which each role that needs it gets it. No other role ever sees it. */
type Secret = { make: () => string; holders: Partial<Record<Role, string>> };

/** Says what it is for, so that a production configuration can refuse it. */
const hex = (bytes: number) => () => `sandbox-${randomBytes(bytes).toString('hex')}`;

/** Generated at the first start and kept. The sandbox stands for the providers, so it shares their secrets. */
export const SECRETS: readonly Secret[] = [
  { make: hex(24), holders: { owner: 'OWNER_DB_PASSWORD' } },
  { make: hex(24), holders: { owner: 'WEB_DB_PASSWORD' } },
  { make: hex(24), holders: { owner: 'WORKER_DB_PASSWORD' } },
  { make: hex(24), holders: { owner: 'SIGNER_DB_PASSWORD' } },
  { make: hex(24), holders: { owner: 'OPERATOR_DB_PASSWORD' } },
  { make: () => `k1:${hex(32)()}`, holders: { web: 'ORDER_KEY_SECRETS' } },
  { make: hex(32), holders: { web: 'DEVICE_SECRET' } },
  { make: hex(32), holders: { web: 'SEPAY_WEBHOOK_SECRETS', worker: 'SEPAY_WEBHOOK_SECRETS', sandbox: 'SANDBOX_SEPAY_SECRET' } },
  { make: hex(24), holders: { worker: 'SEPAY_API_TOKEN', sandbox: 'SANDBOX_SEPAY_TOKEN' } },
  { make: hex(16), holders: { worker: 'VIETQR_CLIENT_ID', sandbox: 'SANDBOX_VIETQR_CLIENT_ID' } },
  { make: hex(24), holders: { worker: 'VIETQR_API_KEY', sandbox: 'SANDBOX_VIETQR_KEY' } },
  { make: () => String(randomInt(1_000_000, 10_000_000)), holders: { signer: 'PM_ACCOUNT_ID', sandbox: 'SANDBOX_PM_ACCOUNT_ID' } },
  { make: hex(16), holders: { signer: 'PM_PASSPHRASE', sandbox: 'SANDBOX_PM_PASSPHRASE' } },
  { make: hex(32), holders: { signer: 'TRON_SEED' } },
  { make: hex(16), holders: { signer: 'PAYOS_CLIENT_ID', sandbox: 'SANDBOX_PAYOS_CLIENT_ID' } },
  { make: hex(24), holders: { signer: 'PAYOS_API_KEY', sandbox: 'SANDBOX_PAYOS_API_KEY' } },
  { make: hex(32), holders: { signer: 'PAYOS_CHECKSUM_KEY', sandbox: 'SANDBOX_PAYOS_CHECKSUM_KEY' } },
];

/** What is made from a secret and may be told to others, who could not make it back. */
type Shown = { of: readonly [Role, string]; make: (secret: string) => string; holders: Partial<Record<Role, string>> };

const seedOf = (secret: string) => ({ seed: secret.replace(/^sandbox-/, '') });

/** Written anew at each start, so that it always fits its secret. */
export const SHOWN: readonly Shown[] = [
  { of: ['signer', 'TRON_SEED'], make: (secret) => `${mark(secret)}${tronXpub(seedOf(secret))}`, holders: { web: 'TRON_XPUB' } },
  {
    of: ['signer', 'TRON_SEED'],
    make: (secret) => tronKeys(seedOf(secret)).hotWallet.address,
    holders: { web: 'TRON_WALLET', sandbox: 'SANDBOX_TRON_WALLET' },
  },
];

/** What comes of a sandbox's secret is of the sandbox too. */
function mark(secret: string): string {
  return secret.startsWith('sandbox-') ? 'sandbox-' : '';
}

/** What the addresses of one start depend on. */
export type Addresses = {
  port: number;
  sandboxPort: number;
  metricsPort: number | null;
  sandboxDataDir: string;
  databaseUrlOf: (role: Role) => string;
};

/** Roles that serve metrics, in the order of their ports. */
const METERED_ROLES: readonly Role[] = ['web', 'worker', 'signer'];

/** The exchange's own accounts at the sandbox's providers. */
const PM_WALLET = 'U1000001';
const COLLECTION_ACCOUNT = '0011004567890';
const PAYOS_ACCOUNT = '0011009876543';

/** Variables that follow from the addresses and are written anew at each start. */
export function derivedVariables(role: Role, { port, sandboxPort, metricsPort, sandboxDataDir, databaseUrlOf }: Addresses): Variables {
  const sandboxUrl = `http://127.0.0.1:${sandboxPort}`;
  const exchangeUrl = `http://127.0.0.1:${port}`;
  const database = role === 'sandbox' ? {} : { DATABASE_URL: databaseUrlOf(role) };
  const own: Record<Role, Variables> = {
    owner: { SANDBOX_RESERVES: '1' },
    web: { PORT: String(port), PUBLIC_URL: `http://localhost:${port}`, PM_WALLET },
    worker: { SEPAY_API_URL: sandboxUrl, VIETQR_URL: sandboxUrl, TRON_URL: sandboxUrl },
    signer: { PM_URL: sandboxUrl, PM_WALLET, TRON_URL: sandboxUrl, PAYOS_URL: sandboxUrl, PAYOS_ACCOUNT },
    sandbox: {
      SANDBOX_PORT: String(sandboxPort),
      SANDBOX_DATA: sandboxDataDir,
      SANDBOX_WEBHOOK_URL: `${exchangeUrl}/webhooks/sepay`,
      SANDBOX_EXCHANGE_URL: `http://localhost:${port}`,
      SANDBOX_PM_WALLET: PM_WALLET,
      SANDBOX_COLLECTION_ACCOUNT: COLLECTION_ACCOUNT,
      SANDBOX_PAYOS_ACCOUNT: PAYOS_ACCOUNT,
    },
    operator: {},
  };
  const metricsAt = METERED_ROLES.indexOf(role);
  const metrics = metricsPort === null || metricsAt < 0 ? {} : { METRICS_PORT: String(metricsPort + metricsAt) };
  return { NODE_ENV: 'production', QUYDOI_MODE: 'sandbox', ...database, ...metrics, ...own[role] };
}

/** Variables that get these values at first and may be edited in the file after. */
export function initialVariables(role: Role): Variables {
  const own: Partial<Record<Role, Variables>> = {
    web: { TRUSTED_PROXIES: 'loopback' },
    worker: { RECONCILE_MS: '5000', TRON_SCAN_MS: '1000' },
    // The sandbox's chain makes a block a second: what is lost there need not keep anybody waiting for minutes.
    signer: { TRON_VALIDITY_MS: '20000', TRON_EXPIRY_MARGIN_MS: '5000', TRON_SWEEP_MIN: '20' },
  };
  return { LOG_LEVEL: 'info', ...own[role] };
}
