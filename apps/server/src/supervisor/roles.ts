import { randomBytes, randomInt } from 'node:crypto';
import { identityPublicKeyOf } from '@quydoi/exchange/identity-keys';
import type { SandboxHolder } from '@quydoi/rails/config';
import { secretList } from '@quydoi/rails/config-fields';
import { sandboxPriceVariables } from '@quydoi/rails/prices/config';
import { RAIL_CONFIGS } from '@quydoi/rails/registry';
import type { Variables } from './env-file.ts';

/** Every holder of an environment file of its own. `owner` runs the migrations; `operator` is the command line. */
export const ROLES = ['owner', 'web', 'worker', 'signer', 'sandbox', 'operator'] as const;
/** Holder of an environment file of its own. */
export type Role = (typeof ROLES)[number];

/** A secret and its variable name in each role that holds it. No other role receives it. */
type Secret = { make: () => string; holders: Partial<Record<Role, string>> };

/** Marks a generated value as sandbox-only, so that production refuses it. */
const hex = (bytes: number) => () => `sandbox-${randomBytes(bytes).toString('hex')}`;

/** Generated at the first start and kept. The sandbox stands for the providers, so it shares their secrets. */
export const SECRETS: readonly Secret[] = [
  { make: hex(24), holders: { owner: 'OWNER_DB_PASSWORD' } },
  { make: hex(24), holders: { owner: 'WEB_DB_PASSWORD' } },
  { make: hex(24), holders: { owner: 'WORKER_DB_PASSWORD' } },
  { make: hex(24), holders: { owner: 'SIGNER_DB_PASSWORD' } },
  { make: hex(24), holders: { owner: 'OPERATOR_DB_PASSWORD' } },
  { make: () => `k1:${hex(32)()}`, holders: { web: 'ORDER_KEY_SECRETS' } },
  { make: () => `k1:${hex(32)()}`, holders: { web: 'ORDER_REQUEST_SECRETS', signer: 'ORDER_REQUEST_SECRETS' } },
  { make: () => `k1:${hex(32)()}`, holders: { web: 'VOUCHER_SECRETS', signer: 'VOUCHER_SECRETS' } },
  { make: hex(32), holders: { web: 'DEVICE_SECRET' } },
  { make: () => `k1:${hex(32)()}`, holders: { web: 'ACCOUNT_SECRETS' } },
  { make: hex(16), holders: { web: 'ESMS_API_KEY', sandbox: 'SANDBOX_ESMS_API_KEY' } },
  { make: hex(16), holders: { web: 'ESMS_SECRET_KEY', sandbox: 'SANDBOX_ESMS_SECRET_KEY' } },
  { make: () => `k1:${hex(32)()}`, holders: { signer: 'EVIDENCE_SECRETS' } },
  { make: () => `k1:${hex(32)()}`, holders: { operator: 'IDENTITY_SECRETS' } },
  ...RAIL_CONFIGS.flatMap(({ sandbox }) =>
    sandbox.secrets.map(({ make, heldAs }) => ({ make: () => make({ hex: (bytes) => hex(bytes)(), integer: randomInt }), holders: heldAs })),
  ),
];

/** A value derived one-way from a secret, which roles without the secret may hold. */
type Shown = { of: readonly [Role, string]; make: (secret: string) => string; holders: Partial<Record<Role, string>> };

/** Rewritten at each start, so that it always fits its secret. */
export const SHOWN: readonly Shown[] = [
  {
    of: ['operator', 'IDENTITY_SECRETS'],
    make: (secrets) => identityPublicKeyOf(Buffer.from(secretList.parse(secrets)[0] ?? '')),
    holders: { web: 'IDENTITY_RECIPIENT' },
  },
  ...RAIL_CONFIGS.flatMap(({ sandbox }) => (sandbox.derived ?? []).map(({ of, make, heldAs }) => ({ of, make, holders: heldAs }))),
];

/** Addresses of one start. */
export type Addresses = {
  port: number;
  sandboxPort: number;
  /** The sandbox's mail server. */
  smtpPort: number;
  metricsPort: number | null;
  sandboxDataDir: string;
  databaseUrlOf: (role: Role) => string;
};

/** A domain that nobody can have (RFC 2606). */
const SANDBOX_MAIL_FROM = 'noreply@quydoi.example';
/** Sender and text of SMS, as they are registered at the sandbox's provider. */
const SANDBOX_BRANDNAME = 'QuyDoi';
const SANDBOX_SMS_TEXT = 'Ma xac thuc Quy Doi cua ban la {code}, dung trong 5 phut. Khong dua ma nay cho bat ky ai.';

/** Roles that serve metrics, in the order of their ports. */
const METERED_ROLES: readonly Role[] = ['web', 'worker', 'signer'];

/** Variables derived from the addresses, rewritten at each start. */
export function derivedVariables(role: Role, { port, sandboxPort, smtpPort, metricsPort, sandboxDataDir, databaseUrlOf }: Addresses): Variables {
  const sandboxUrl = `http://127.0.0.1:${sandboxPort}`;
  const exchangeUrl = `http://127.0.0.1:${port}`;
  const database = role === 'sandbox' ? {} : { DATABASE_URL: databaseUrlOf(role) };
  const own: Record<Role, Variables> = {
    owner: { SANDBOX_RESERVES: '1' },
    web: {
      PORT: String(port),
      PUBLIC_URL: `http://localhost:${port}`,
      MAIL_URL: `smtp://127.0.0.1:${smtpPort}`,
      MAIL_FROM: SANDBOX_MAIL_FROM,
      ESMS_URL: sandboxUrl,
      ESMS_BRANDNAME: SANDBOX_BRANDNAME,
      ESMS_TEXT: SANDBOX_SMS_TEXT,
    },
    worker: {},
    signer: { ...sandboxPriceVariables(sandboxUrl) },
    sandbox: {
      SANDBOX_PORT: String(sandboxPort),
      SANDBOX_SMTP_PORT: String(smtpPort),
      SANDBOX_DATA: sandboxDataDir,
      SANDBOX_EXCHANGE_URL: `http://localhost:${port}`,
      SANDBOX_ESMS_BRANDNAME: SANDBOX_BRANDNAME,
      SANDBOX_ESMS_TEXT: SANDBOX_SMS_TEXT,
    },
    operator: {},
  };
  const railVariables = mergedOf(role, ({ sandbox }) => sandbox.variables({ sandboxUrl, exchangeUrl }));
  const metricsAt = METERED_ROLES.indexOf(role);
  const metrics = metricsPort === null || metricsAt < 0 ? {} : { METRICS_PORT: String(metricsPort + metricsAt) };
  return { NODE_ENV: 'production', QUYDOI_MODE: 'sandbox', ...database, ...metrics, ...own[role], ...railVariables };
}

/** Initial values of variables that may be edited in the file afterwards. */
export function initialVariables(role: Role): Variables {
  const own: Partial<Record<Role, Variables>> = { web: { TRUSTED_PROXIES: 'loopback' } };
  return { LOG_LEVEL: 'info', ...own[role], ...mergedOf(role, ({ sandbox }) => sandbox.initial ?? {}) };
}

/** A role's variables from all rails. */
function mergedOf(role: Role, variablesOf: (config: (typeof RAIL_CONFIGS)[number]) => Partial<Record<SandboxHolder, Variables>>): Variables {
  return Object.assign({}, ...RAIL_CONFIGS.map((config) => (variablesOf(config) as Partial<Record<Role, Variables>>)[role]));
}
