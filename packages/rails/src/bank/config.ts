import { FAST_TRANSFER_MAX_VND } from '@quydoi/domain/constants';
import { smaller } from '@quydoi/domain/money';
import { z } from 'zod';
import { type RailConfig, railRole } from '../config.ts';
import { halfSet, milliseconds, secretList, wholeUnits } from '../config-fields.ts';
import { payoutLimit } from '../payout-limit.ts';
import { type AppotaPayOptions, type CassoOptions, createBankRail, type VietQrOptions } from './index.ts';
import { MEMO_WAIT_MS } from './sepay-held.ts';

/** Deadline of one provider call. */
const TIMEOUT_MS = 10_000;
/** How long a row without a memo is read again before it is reported as it is. */
const memoWait = { SEPAY_MEMO_WAIT_MS: milliseconds(MEMO_WAIT_MS) };
/** Our accounts at the sandbox's banks. */
const COLLECTION_ACCOUNT = '0011004567890';
const PAYOS_ACCOUNT = '0011009876543';

/** Casso, VietQR.io and AppotaPay are used where their variables are set: all of a role's, or none. */
const CASSO_NAMES = ['CASSO_API_URL', 'CASSO_API_KEY'];
const VIETQR_NAMES = ['VIETQR_URL', 'VIETQR_CLIENT_ID', 'VIETQR_API_KEY'];
const APPOTAPAY_NAMES = ['APPOTAPAY_URL', 'APPOTAPAY_PARTNER_CODE', 'APPOTAPAY_API_KEY', 'APPOTAPAY_SECRET_KEY'];
const cassoUrl = { CASSO_API_URL: z.url().optional() };
const cassoKey = { CASSO_API_KEY: z.string().min(1).optional() };
const cassoWebhook = { CASSO_WEBHOOK_KEYS: secretList.optional() };

const webVariables = z.object({ SEPAY_WEBHOOK_SECRETS: secretList, ...cassoWebhook });

const workerVariables = z.object({
  SEPAY_WEBHOOK_SECRETS: secretList,
  SEPAY_API_URL: z.url(),
  SEPAY_API_TOKEN: z.string().min(1),
  /** VietQR.io's look-up, which is discontinued: for installations that still have access. */
  VIETQR_URL: z.url().optional(),
  VIETQR_CLIENT_ID: z.string().min(1).optional(),
  VIETQR_API_KEY: z.string().min(1).optional(),
  /** Pause between reads of SePay's list. */
  RECONCILE_MS: milliseconds(5_000),
  ...cassoUrl,
  ...cassoKey,
  ...cassoWebhook,
  ...memoWait,
});

const signerVariables = z.object({
  /** SePay's list, under a read-only token of the signer's own: payments are confirmed with it before money is paid out for them. */
  SEPAY_API_URL: z.url(),
  SEPAY_API_TOKEN: z.string().min(1),
  ...memoWait,
  /** Casso's list, under an API key of the signer's own: payments are confirmed with it where SePay cannot be read. */
  ...cassoUrl,
  ...cassoKey,
  /** AppotaPay's look-up of holders' names, and its payouts. */
  APPOTAPAY_URL: z.url().optional(),
  APPOTAPAY_PARTNER_CODE: z.string().min(1).optional(),
  APPOTAPAY_API_KEY: z.string().min(1).optional(),
  APPOTAPAY_SECRET_KEY: z.string().min(1).optional(),
  /** Whether AppotaPay makes payouts beside payOS, from the wallet that its application has there. */
  APPOTAPAY_PAYOUTS: z.enum(['on', 'off']).default('off'),
  /** Largest transfer that AppotaPay takes of us, in dong. */
  APPOTAPAY_TRANSFER_LIMIT: wholeUnits(Number(FAST_TRANSFER_MAX_VND)),
  /** payOS's payout channel. */
  PAYOS_URL: z.url(),
  PAYOS_CLIENT_ID: z.string().min(1),
  PAYOS_API_KEY: z.string().min(1),
  PAYOS_CHECKSUM_KEY: z.string().min(1),
  /** Payout account; a balance of any other account is rejected. */
  PAYOS_ACCOUNT: z.string().regex(/^[0-9A-Z]{4,19}$/),
  /** Hard limit of one payout in dong: the signer rejects larger ones. */
  VND_PAYOUT_LIMIT: wholeUnits(2_000_000_000),
});

/** Configuration of Vietnamese bank transfers: SePay and Casso for pay-ins, payOS and AppotaPay for payouts, AppotaPay and VietQR.io for holder names. */
export const BANK_CONFIG: RailConfig = {
  code: 'bank',
  roles: {
    web: railRole(webVariables, ({ SEPAY_WEBHOOK_SECRETS: secrets, CASSO_WEBHOOK_KEYS: cassoKeys }) =>
      createBankRail({ webhook: { secrets, cassoKeys }, timeoutMs: TIMEOUT_MS }),
    ),
    worker: railRole(workerVariables, (values) =>
      createBankRail({
        sepay: {
          secrets: values.SEPAY_WEBHOOK_SECRETS,
          apiBaseUrl: values.SEPAY_API_URL,
          apiToken: values.SEPAY_API_TOKEN,
          pollMs: values.RECONCILE_MS,
          memoWaitMs: values.SEPAY_MEMO_WAIT_MS,
        },
        casso: cassoOf(values, { keys: values.CASSO_WEBHOOK_KEYS, pollMs: values.RECONCILE_MS }),
        vietQr: vietQrOf(values),
        timeoutMs: TIMEOUT_MS,
      }),
    ),
    signer: railRole(signerVariables, (values) => ({
      ...createBankRail({
        payOs: {
          baseUrl: values.PAYOS_URL,
          clientId: values.PAYOS_CLIENT_ID,
          apiKey: values.PAYOS_API_KEY,
          checksumKey: values.PAYOS_CHECKSUM_KEY,
          sourceAccount: values.PAYOS_ACCOUNT,
        },
        firstHand: {
          apiBaseUrl: values.SEPAY_API_URL,
          apiToken: values.SEPAY_API_TOKEN,
          memoWaitMs: values.SEPAY_MEMO_WAIT_MS,
        },
        cassoFirstHand: cassoOf(values, {}),
        appotaPay: appotaPayOf(values),
        timeoutMs: TIMEOUT_MS,
      }),
      payoutLimits: payoutLimit('vnd', values.VND_PAYOUT_LIMIT),
    })),
  },
  faults: (_role, variables) => [
    ...[CASSO_NAMES, VIETQR_NAMES, APPOTAPAY_NAMES].flatMap((names) => halfSet(variables, names)),
    ...(variables.APPOTAPAY_PAYOUTS === 'on' && variables.APPOTAPAY_URL === undefined ? ['APPOTAPAY_PAYOUTS: on, without APPOTAPAY_URL'] : []),
  ],
  secrets: [
    'SEPAY_WEBHOOK_SECRETS',
    'SEPAY_API_TOKEN',
    'CASSO_WEBHOOK_KEYS',
    'CASSO_API_KEY',
    'VIETQR_CLIENT_ID',
    'VIETQR_API_KEY',
    'APPOTAPAY_API_KEY',
    'APPOTAPAY_SECRET_KEY',
    'PAYOS_CLIENT_ID',
    'PAYOS_API_KEY',
    'PAYOS_CHECKSUM_KEY',
  ],
  sandbox: {
    secrets: [
      {
        make: ({ hex }) => hex(32),
        heldAs: { web: 'SEPAY_WEBHOOK_SECRETS', worker: 'SEPAY_WEBHOOK_SECRETS', sandbox: 'SANDBOX_SEPAY_SECRET' },
      },
      { make: ({ hex }) => hex(24), heldAs: { worker: 'SEPAY_API_TOKEN', sandbox: 'SANDBOX_SEPAY_TOKEN' } },
      { make: ({ hex }) => hex(24), heldAs: { signer: 'SEPAY_API_TOKEN', sandbox: 'SANDBOX_SEPAY_SIGNER_TOKEN' } },
      { make: ({ hex }) => hex(32), heldAs: { web: 'CASSO_WEBHOOK_KEYS', worker: 'CASSO_WEBHOOK_KEYS', sandbox: 'SANDBOX_CASSO_WEBHOOK_KEY' } },
      { make: ({ hex }) => hex(24), heldAs: { worker: 'CASSO_API_KEY', sandbox: 'SANDBOX_CASSO_KEY' } },
      { make: ({ hex }) => hex(24), heldAs: { signer: 'CASSO_API_KEY', sandbox: 'SANDBOX_CASSO_SIGNER_KEY' } },
      { make: ({ hex }) => hex(16), heldAs: { worker: 'VIETQR_CLIENT_ID', sandbox: 'SANDBOX_VIETQR_CLIENT_ID' } },
      { make: ({ hex }) => hex(24), heldAs: { worker: 'VIETQR_API_KEY', sandbox: 'SANDBOX_VIETQR_KEY' } },
      { make: ({ hex }) => hex(16), heldAs: { signer: 'APPOTAPAY_API_KEY', sandbox: 'SANDBOX_APPOTAPAY_API_KEY' } },
      { make: ({ hex }) => hex(32), heldAs: { signer: 'APPOTAPAY_SECRET_KEY', sandbox: 'SANDBOX_APPOTAPAY_SECRET_KEY' } },
      { make: ({ hex }) => hex(16), heldAs: { signer: 'PAYOS_CLIENT_ID', sandbox: 'SANDBOX_PAYOS_CLIENT_ID' } },
      { make: ({ hex }) => hex(24), heldAs: { signer: 'PAYOS_API_KEY', sandbox: 'SANDBOX_PAYOS_API_KEY' } },
      { make: ({ hex }) => hex(32), heldAs: { signer: 'PAYOS_CHECKSUM_KEY', sandbox: 'SANDBOX_PAYOS_CHECKSUM_KEY' } },
    ],
    variables: ({ sandboxUrl, exchangeUrl }) => ({
      worker: { SEPAY_API_URL: sandboxUrl, CASSO_API_URL: `${sandboxUrl}/casso`, VIETQR_URL: sandboxUrl },
      signer: {
        SEPAY_API_URL: sandboxUrl,
        CASSO_API_URL: `${sandboxUrl}/casso`,
        APPOTAPAY_URL: sandboxUrl,
        APPOTAPAY_PARTNER_CODE: 'QUYDOI',
        PAYOS_URL: sandboxUrl,
        PAYOS_ACCOUNT,
      },
      sandbox: {
        SANDBOX_WEBHOOK_URL: `${exchangeUrl}/webhooks/sepay`,
        SANDBOX_CASSO_WEBHOOK_URL: `${exchangeUrl}/webhooks/casso`,
        SANDBOX_COLLECTION_ACCOUNT: COLLECTION_ACCOUNT,
        SANDBOX_PAYOS_ACCOUNT: PAYOS_ACCOUNT,
        // Of the dong to pay out; the rest is payOS's.
        SANDBOX_APPOTAPAY_OPENING: '2000000000',
      },
    }),
    initial: { worker: { RECONCILE_MS: '5000' }, signer: { APPOTAPAY_PAYOUTS: 'on' } },
  },
};

/** Casso's options, where a role has its variables; undefined where the installation does without it. */
function cassoOf<O extends object>(
  { CASSO_API_URL: apiBaseUrl, CASSO_API_KEY: apiKey, SEPAY_MEMO_WAIT_MS: memoWaitMs }: CassoVariables,
  options: O,
): (CassoOptions & O) | undefined {
  return apiBaseUrl === undefined || apiKey === undefined ? undefined : { apiBaseUrl, apiKey, memoWaitMs, ...options };
}

interface CassoVariables {
  readonly CASSO_API_URL?: string | undefined;
  readonly CASSO_API_KEY?: string | undefined;
  readonly SEPAY_MEMO_WAIT_MS: number;
}

function vietQrOf(values: z.output<typeof workerVariables>): VietQrOptions | undefined {
  const { VIETQR_URL: baseUrl, VIETQR_CLIENT_ID: clientId, VIETQR_API_KEY: apiKey } = values;
  return baseUrl === undefined || clientId === undefined || apiKey === undefined ? undefined : { baseUrl, clientId, apiKey };
}

function appotaPayOf(values: z.output<typeof signerVariables>): AppotaPayOptions | undefined {
  const { APPOTAPAY_URL: baseUrl, APPOTAPAY_PARTNER_CODE: partnerCode, APPOTAPAY_API_KEY: apiKey, APPOTAPAY_SECRET_KEY: secretKey } = values;
  const isSet = baseUrl !== undefined && partnerCode !== undefined && apiKey !== undefined && secretKey !== undefined;
  if (!isSet) return undefined;
  const transferMax = smaller(BigInt(values.APPOTAPAY_TRANSFER_LIMIT), FAST_TRANSFER_MAX_VND);
  return { baseUrl, partnerCode, apiKey, secretKey, ...(values.APPOTAPAY_PAYOUTS === 'on' ? { transferMax } : {}) };
}
