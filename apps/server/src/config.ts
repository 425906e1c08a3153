import { DROPPED_AFTER_SECONDS } from '@quydoi/domain/constants';
import { z } from 'zod';

/** Variables as a process has them. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The programs that read a configuration. */
export type RoleName = 'owner' | 'web' | 'worker' | 'signer' | 'operator';

const port = z.coerce.number().int().min(1).max(65_535);
const listOf = (part: z.ZodString) =>
  z
    .string()
    .transform((text) => text.split(',').map((piece) => piece.trim()))
    .pipe(z.array(part));
/** One secret, or two while they are being changed. A stray comma would make an empty one, which everybody knows. */
const secretList = listOf(z.string().min(16));
const pmWallet = z.string().regex(/^U\d{5,9}$/);
const tronAddress = z.string().regex(/^T[1-9A-HJ-NP-Za-km-z]{33}$/);
/** Marks what a first start generated, where the value itself cannot say so. */
const SANDBOX_MARK = /^sandbox-/;
const unmarked = (pattern: RegExp) =>
  z
    .string()
    .transform((text) => text.replace(SANDBOX_MARK, ''))
    .pipe(z.string().regex(pattern));
const milliseconds = (fallback: number) => z.coerce.number().int().positive().default(fallback);

const shared = {
  QUYDOI_MODE: z.enum(['sandbox', 'production']),
  DATABASE_URL: z.url(),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  /** Tests only: kill this process at a checkpoint; `kill-switch.ts` says how it is written. */
  KILL_AT: z.string().optional(),
};

/** Port of this machine (127.0.0.1 only) where the role's metrics are read; none are served without it. */
const metricsPort = { METRICS_PORT: port.optional() };

const SCHEMAS = {
  owner: z.object({
    ...shared,
    WEB_DB_PASSWORD: z.string().min(16),
    WORKER_DB_PASSWORD: z.string().min(16),
    SIGNER_DB_PASSWORD: z.string().min(16),
    OPERATOR_DB_PASSWORD: z.string().min(16),
    SANDBOX_RESERVES: z.enum(['0', '1']).default('0'),
  }),
  web: z.object({
    ...shared,
    ...metricsPort,
    PORT: port,
    PUBLIC_URL: z.url(),
    /** `k2:hex,k1:hex`: the first makes new order keys, all open orders. */
    ORDER_KEY_SECRETS: secretList,
    DEVICE_SECRET: z.string().min(16),
    SEPAY_WEBHOOK_SECRETS: secretList,
    TRUSTED_PROXIES: z.string().default('loopback'),
    /** Our Perfect Money wallet, which customers pay into. */
    PM_WALLET: pmWallet,
    /** Extended public key of the account that deposit addresses are derived from. */
    TRON_XPUB: unmarked(/^xpub[1-9A-HJ-NP-Za-km-z]{107}$/),
    /** Our hot wallet. */
    TRON_WALLET: tronAddress,
    /** Our own wallets and accounts, which nobody may order money to. */
    OWN_ACCOUNTS: z
      .string()
      .default('')
      .transform((text) => text.split(',').filter((account) => account !== '')),
  }),
  worker: z.object({
    ...shared,
    ...metricsPort,
    SEPAY_WEBHOOK_SECRETS: secretList,
    SEPAY_API_URL: z.url(),
    SEPAY_API_TOKEN: z.string().min(1),
    VIETQR_URL: z.url(),
    VIETQR_CLIENT_ID: z.string().min(1),
    VIETQR_API_KEY: z.string().min(1),
    RECONCILE_MS: milliseconds(5_000),
    TRON_URL: z.url(),
    TRON_API_KEY: z.string().min(1).optional(),
    /** How often the chain is asked for new blocks. */
    TRON_SCAN_MS: milliseconds(3_000),
    /** How far the chain has to be past a deposit that was seen and is not there. */
    TRON_VANISHED_MS: milliseconds(DROPPED_AFTER_SECONDS * 1_000),
  }),
  signer: z.object({
    ...shared,
    ...metricsPort,
    PM_URL: z.url(),
    PM_ACCOUNT_ID: z.string().min(1),
    PM_PASSPHRASE: z.string().min(1),
    PM_WALLET: pmWallet,
    /** How often the wallet's history is read for customers' payments. */
    PM_LIST_MS: milliseconds(5_000),
    /** BIP 32 seed of hot wallet and deposit addresses. */
    TRON_SEED: unmarked(/^(?:[0-9a-f]{2}){16,64}$/),
    TRON_URL: z.url(),
    /** A second, independent node: what is called expired is then expired for both. */
    TRON_SECOND_URL: z.url().optional(),
    TRON_API_KEY: z.string().min(1).optional(),
    /** How long a signed transfer can be included; as long at most nothing else can be signed for its payout. */
    TRON_VALIDITY_MS: milliseconds(300_000),
    /** How far past that the irreversible side has to be before a new one is signed. */
    TRON_EXPIRY_MARGIN_MS: milliseconds(30_000),
    /** payOS's payout channel. */
    PAYOS_URL: z.url(),
    PAYOS_CLIENT_ID: z.string().min(1),
    PAYOS_API_KEY: z.string().min(1),
    PAYOS_CHECKSUM_KEY: z.string().min(1),
    /** The account that dong is paid out of; a balance of any other is refused. */
    PAYOS_ACCOUNT: z.string().regex(/^[0-9A-Z]{4,19}$/),
    /** How long a provider's records may stay silent before an operator decides. */
    PATIENCE_MS: milliseconds(600_000),
    /** Largest Perfect Money payout without a person, in US dollars. */
    PM_PAYOUT_CAP: z.coerce.number().int().positive().default(5_000),
    /** Largest payout in USDT on TRON without a person. */
    TRON_PAYOUT_CAP: z.coerce.number().int().positive().default(20_000),
    /** Largest payout in dong without a person. */
    VND_PAYOUT_CAP: z.coerce.number().int().positive().default(2_000_000_000),
    /** What a deposit address has to hold before it is emptied into the hot wallet, in USDT. */
    TRON_SWEEP_MIN: z.coerce.number().int().positive().default(100),
  }),
  operator: z.object(shared),
} as const;

/** A role's configuration. */
export type Config<R extends RoleName> = z.output<(typeof SCHEMAS)[R]>;

/** Variables that move money, prove who somebody is or open the database as somebody else, with the only roles that may see them. */
const SECRETS_OF: Readonly<Record<string, readonly RoleName[]>> = {
  OWNER_DB_PASSWORD: ['owner'],
  WEB_DB_PASSWORD: ['owner'],
  WORKER_DB_PASSWORD: ['owner'],
  SIGNER_DB_PASSWORD: ['owner'],
  OPERATOR_DB_PASSWORD: ['owner'],
  ORDER_KEY_SECRETS: ['web'],
  DEVICE_SECRET: ['web'],
  SEPAY_WEBHOOK_SECRETS: ['web', 'worker'],
  SEPAY_API_TOKEN: ['worker'],
  VIETQR_API_KEY: ['worker'],
  PM_ACCOUNT_ID: ['signer'],
  PM_PASSPHRASE: ['signer'],
  PAYOS_CLIENT_ID: ['signer'],
  PAYOS_API_KEY: ['signer'],
  PAYOS_CHECKSUM_KEY: ['signer'],
  TRON_SEED: ['signer'],
  // Whoever knows it can tell all customers' addresses.
  TRON_XPUB: ['web'],
};

/**
 * A role's configuration from its variables.
 * @throws Error listing every fault: missing and malformed variables, another role's secret, and in production anything of the sandbox
 */
export function readConfig<R extends RoleName>(role: R, variables: Environment): Config<R> {
  const parsed = SCHEMAS[role].safeParse(variables);
  const faults = [
    ...(parsed.success ? [] : parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)),
    ...strangeSecrets(role, variables),
    ...(variables.QUYDOI_MODE === 'production' ? [...sandboxFaults(variables), ...loneNode(role, variables)] : []),
  ];
  if (faults.length > 0 || !parsed.success) throw new Error(`configuration of ${role}:\n  ${faults.join('\n  ')}`);
  return parsed.data as Config<R>;
}

/** A role that is shown another's secret refuses to start: a leak is found on the first day, not after the theft. */
function strangeSecrets(role: RoleName, variables: Environment): string[] {
  return Object.entries(SECRETS_OF)
    .filter(([name, owners]) => !owners.includes(role) && variables[name] !== undefined)
    .map(([name, owners]) => `${name}: belongs to ${owners.join(' and ')} and must not be seen by ${role}`);
}

/** One node can be wrong about what a chain does not hold; what two do not know of was surely not paid, and may be signed again. */
function loneNode(role: RoleName, { TRON_URL, TRON_SECOND_URL }: Environment): string[] {
  const isLone = role === 'signer' && (TRON_SECOND_URL === undefined || hostOf(TRON_SECOND_URL) === hostOf(TRON_URL));
  return isLone ? ['TRON_SECOND_URL: a second, independent node has to agree that a transfer expired'] : [];
}

function hostOf(url: string | undefined): string | undefined {
  return URL.parse(url ?? '')?.host;
}

/** What only a sandbox has. Secrets that the first start generates say so themselves. */
function sandboxFaults(variables: Environment): string[] {
  return Object.entries(variables).flatMap(([name, value]) => {
    if (name.startsWith('SANDBOX_')) return [`${name}: is of the sandbox`];
    if (name === 'KILL_AT') return [`${name}: is for tests`];
    if (name.endsWith('_URL') && name !== 'DATABASE_URL' && /\/\/(?:localhost|127\.|\[::1\])/.test(value ?? ''))
      return [`${name}: points at this machine`];
    if (Object.hasOwn(SECRETS_OF, name) && value?.includes('sandbox')) return [`${name}: was generated for a sandbox`];
    return [];
  });
}
