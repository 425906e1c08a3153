import { createClientAddresses, LOOPBACK_PROXIES } from '@quydoi/api/http/client-address';
import { VOUCHER_DOUBT_MS } from '@quydoi/domain/voucher';
import { FEE_COIN_CHECK_MS } from '@quydoi/exchange/payouts/watch-fee-coin';
import type { RailRole } from '@quydoi/rails/config';
import { halfSet, milliseconds, secretList } from '@quydoi/rails/config-fields';
import { PRICE_VARIABLES } from '@quydoi/rails/prices/config';
import { RAIL_CONFIGS } from '@quydoi/rails/registry';
import { z } from 'zod';
import { isThisMachine } from './is-this-machine.ts';

/** Environment variables of a process. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The programs that read a configuration. */
export type RoleName = 'owner' | 'web' | 'worker' | 'signer' | 'operator';

const RAIL_ROLES: readonly RailRole[] = ['web', 'worker', 'signer'];

const port = z.coerce.number().int().min(1).max(65_535);

const shared = {
  QUYDOI_MODE: z.enum(['sandbox', 'production']),
  DATABASE_URL: z.url(),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  /** Tests only: kill this process at a checkpoint; format in `kill-switch.ts`. */
  KILL_AT: z.string().optional(),
};

/** Loopback port of the role's `/metrics`; metrics are not served without it. */
const metricsPort = { METRICS_PORT: port.optional() };

/** Variables of the programs themselves; rails declare theirs in `RailConfig`. */
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
    /** `k2:hex,k1:hex`: the first secret creates new order keys; all of them verify. */
    ORDER_KEY_SECRETS: secretList,
    /** The first secret proves customers' requests to the signer; all of them verify. */
    ORDER_REQUEST_SECRETS: secretList,
    /** The first secret seals vouchers, all of them open those that were sealed before. */
    VOUCHER_SECRETS: secretList,
    DEVICE_SECRET: z.string().min(16),
    /** The first secret hashes new passwords and makes new sessions' tokens; all of them check. */
    ACCOUNT_SECRETS: secretList,
    /** Pictures of customers' identities are encrypted to it: `npm run operator -- readIdentityKey` prints it, for the operators' secret. */
    IDENTITY_RECIPIENT: z.string().regex(/^[\w-]{43}$/),
    /** Mail server: `smtps://user:password@host`, or `smtp://…`, whose connection is then encrypted too except in a sandbox. */
    MAIL_URL: z.url({ protocol: /^smtps?$/ }),
    /** Address that mails to customers are from. */
    MAIL_FROM: z.email(),
    /** eSMS.vn, which sends codes of the second factor: all five of its variables, or none, and no codes are sent. */
    ESMS_URL: z.url().optional(),
    ESMS_API_KEY: z.string().min(1).optional(),
    ESMS_SECRET_KEY: z.string().min(1).optional(),
    ESMS_BRANDNAME: z.string().min(1).max(11).optional(),
    /** Text of an SMS, with `{code}`; in letters that make it one SMS. */
    ESMS_TEXT: z
      .string()
      .max(160)
      .regex(/^[\x20-\x7e]*\{code\}[\x20-\x7e]*$/)
      .optional(),
    /** `loopback`, or addresses and CIDR blocks separated by commas. */
    TRUSTED_PROXIES: z
      .string()
      .default('loopback')
      .transform((text) => (text === 'loopback' ? LOOPBACK_PROXIES : text.split(',').map((entry) => entry.trim())))
      .superRefine((entries, issues) => {
        try {
          createClientAddresses(entries);
        } catch (error) {
          issues.addIssue({ code: 'custom', message: (error as Error).message });
        }
      }),
    /** Additional own accounts rejected as payout destinations, on top of those of the rails. */
    OWN_ACCOUNTS: z
      .string()
      .default('')
      .transform((text) => text.split(',').filter((account) => account !== '')),
  }),
  worker: z.object({
    ...shared,
    ...metricsPort,
  }),
  signer: z.object({
    ...shared,
    ...metricsPort,
    /** The web's: refunds to accounts that are not the customer's own need its proof. */
    ORDER_REQUEST_SECRETS: secretList,
    /** The web's: customers' vouchers come sealed by it, and those that are paid out go sealed to it. */
    VOUCHER_SECRETS: secretList,
    /** `k2:hex,k1:hex`: the first secret authenticates what the signer stores as evidence for itself; all of them verify. */
    EVIDENCE_SECRETS: secretList,
    ...PRICE_VARIABLES,
    /** How long an attempt may be absent from the provider's records before an operator has to decide. */
    PATIENCE_MS: milliseconds(600_000),
    /** How long it may stay open whether a voucher's money was taken before an operator has to decide. */
    VOUCHER_DOUBT_MS: milliseconds(VOUCHER_DOUBT_MS),
    /** Interval of comparing the ledger with the providers' balances. */
    BALANCE_CHECK_MS: milliseconds(300_000),
    /** Interval of looking how far the fee coins of the hot wallets go, and what a transfer costs. */
    FEE_COIN_CHECK_MS: milliseconds(FEE_COIN_CHECK_MS),
  }),
  operator: z.object({
    ...shared,
    /** Pictures of customers' identities are read by it. Operators without it read none. */
    IDENTITY_SECRETS: secretList.optional(),
  }),
} as const;

/** Of eSMS.vn. */
const ESMS_NAMES = ['ESMS_URL', 'ESMS_API_KEY', 'ESMS_SECRET_KEY', 'ESMS_BRANDNAME', 'ESMS_TEXT'];

/** A role's configuration. At run time also contains the variables of the role's rails, which `createRails` reads. */
export type Config<R extends RoleName> = z.output<(typeof SCHEMAS)[R]>;

/** Secrets (spending credentials, identity proofs, passwords, keys of providers) by the roles allowed to hold them. */
export const SECRETS_OF: Readonly<Record<string, readonly RoleName[]>> = {
  OWNER_DB_PASSWORD: ['owner'],
  WEB_DB_PASSWORD: ['owner'],
  WORKER_DB_PASSWORD: ['owner'],
  SIGNER_DB_PASSWORD: ['owner'],
  OPERATOR_DB_PASSWORD: ['owner'],
  ORDER_KEY_SECRETS: ['web'],
  ORDER_REQUEST_SECRETS: ['web', 'signer'],
  VOUCHER_SECRETS: ['web', 'signer'],
  DEVICE_SECRET: ['web'],
  ACCOUNT_SECRETS: ['web'],
  IDENTITY_SECRETS: ['operator'],
  MAIL_URL: ['web'],
  ESMS_API_KEY: ['web'],
  ESMS_SECRET_KEY: ['web'],
  EVIDENCE_SECRETS: ['signer'],
  ...railSecrets(),
};

/** Secrets of the rails by the roles whose rail needs them. */
function railSecrets(): Record<string, RoleName[]> {
  const secrets = RAIL_CONFIGS.flatMap(({ secrets: names, roles }) => names.map((name) => [name, holdersOf(roles, name)] as const));
  return Object.fromEntries(secrets);
}

function holdersOf(roles: (typeof RAIL_CONFIGS)[number]['roles'], name: string): RailRole[] {
  return RAIL_ROLES.filter((role) => roles[role] && Object.hasOwn(roles[role].variables.shape, name));
}

/**
 * Parses a role's configuration from its variables.
 * @throws Error listing every fault: missing and malformed variables, another role's secret, and in production any sandbox value or plain http
 */
export function readConfig<R extends RoleName>(role: R, variables: Environment): Config<R> {
  const parsed = variablesOf(role).safeParse(variables);
  const faults = [
    ...(parsed.success ? [] : parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)),
    ...foreignSecrets(role, variables),
    ...(role === 'web' ? halfSet(variables, ESMS_NAMES) : []),
    ...(isRailRole(role) ? RAIL_CONFIGS.flatMap(({ faults: faultsOf }) => faultsOf?.(role, variables) ?? []) : []),
    ...(variables.QUYDOI_MODE === 'production' ? [...productionFaultsOf(variables), ...railFaults(role, variables)] : []),
  ];
  if (faults.length > 0 || !parsed.success) throw new Error(`configuration of ${role}:\n  ${faults.join('\n  ')}`);
  return parsed.data as Config<R>;
}

/** Schema of a role's own variables and those of its rails. */
export function variablesOf(role: RoleName): z.ZodObject {
  const shapes = isRailRole(role) ? RAIL_CONFIGS.map(({ roles }) => roles[role]?.variables.shape ?? {}) : [];
  return z.object(Object.assign({}, SCHEMAS[role].shape, ...shapes));
}

function isRailRole(role: RoleName): role is RailRole {
  return (RAIL_ROLES as readonly RoleName[]).includes(role);
}

function railFaults(role: RoleName, variables: Environment): string[] {
  return isRailRole(role) ? RAIL_CONFIGS.flatMap(({ productionFaults }) => productionFaults?.(role, variables) ?? []) : [];
}

/** Secrets of other roles. A role that receives one refuses to start, so that a leak is found at deployment. */
function foreignSecrets(role: RoleName, variables: Environment): string[] {
  return Object.entries(SECRETS_OF)
    .filter(([name, owners]) => !owners.includes(role) && variables[name] !== undefined)
    .map(([name, owners]) => `${name}: belongs to ${owners.join(' and ')} and must not be seen by ${role}`);
}

/** Values that production refuses: those of a sandbox, whose generated secrets contain the word `sandbox`, and plain http. */
function productionFaultsOf(variables: Environment): string[] {
  return Object.entries(variables).flatMap(([name, value]) => {
    if (name.startsWith('SANDBOX_')) return [`${name}: is of the sandbox`];
    if (name === 'KILL_AT') return [`${name}: is for tests`];
    if (name.endsWith('_URL') && name !== 'DATABASE_URL' && isThisMachine(value ?? '')) return [`${name}: points at this machine`];
    if (name.endsWith('_URL') && name !== 'DATABASE_URL' && /^http:/i.test(value ?? ''))
      return [`${name}: is plain http, which anyone on the way can read and change`];
    if (Object.hasOwn(SECRETS_OF, name) && value?.includes('sandbox')) return [`${name}: was generated for a sandbox`];
    return [];
  });
}
