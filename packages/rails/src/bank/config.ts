import { z } from 'zod';
import { type RailConfig, railRole } from '../config.ts';
import { milliseconds, secretList, wholeUnits } from '../config-fields.ts';
import { payoutLimit } from '../payout-limit.ts';
import { createBankRail } from './index.ts';
import { MEMO_WAIT_MS } from './sepay-held.ts';

/** Deadline of one provider call. */
const TIMEOUT_MS = 10_000;
/** How long a row without a memo is read again before it is reported as it is. */
const memoWait = { SEPAY_MEMO_WAIT_MS: milliseconds(MEMO_WAIT_MS) };
/** Our accounts at the sandbox's banks. */
const COLLECTION_ACCOUNT = '0011004567890';
const PAYOS_ACCOUNT = '0011009876543';

const webVariables = z.object({ SEPAY_WEBHOOK_SECRETS: secretList });

const workerVariables = z.object({
  SEPAY_WEBHOOK_SECRETS: secretList,
  SEPAY_API_URL: z.url(),
  SEPAY_API_TOKEN: z.string().min(1),
  VIETQR_URL: z.url(),
  VIETQR_CLIENT_ID: z.string().min(1),
  VIETQR_API_KEY: z.string().min(1),
  /** Pause between reads of SePay's list. */
  RECONCILE_MS: milliseconds(5_000),
  ...memoWait,
});

const signerVariables = z.object({
  /** SePay's list, under a read-only token of the signer's own: payments are confirmed with it before money is paid out for them. */
  SEPAY_API_URL: z.url(),
  SEPAY_API_TOKEN: z.string().min(1),
  ...memoWait,
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

/** Configuration of Vietnamese bank transfers: SePay for pay-ins, payOS for payouts, VietQR.io for holder names. */
export const BANK_CONFIG: RailConfig = {
  code: 'bank',
  roles: {
    web: railRole(webVariables, ({ SEPAY_WEBHOOK_SECRETS: secrets }) => createBankRail({ webhook: { secrets }, timeoutMs: TIMEOUT_MS })),
    worker: railRole(workerVariables, (values) =>
      createBankRail({
        sepay: {
          secrets: values.SEPAY_WEBHOOK_SECRETS,
          apiBaseUrl: values.SEPAY_API_URL,
          apiToken: values.SEPAY_API_TOKEN,
          pollMs: values.RECONCILE_MS,
          memoWaitMs: values.SEPAY_MEMO_WAIT_MS,
        },
        vietQr: { baseUrl: values.VIETQR_URL, clientId: values.VIETQR_CLIENT_ID, apiKey: values.VIETQR_API_KEY },
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
        timeoutMs: TIMEOUT_MS,
      }),
      payoutLimits: payoutLimit('vnd', values.VND_PAYOUT_LIMIT),
    })),
  },
  secrets: ['SEPAY_WEBHOOK_SECRETS', 'SEPAY_API_TOKEN', 'VIETQR_API_KEY', 'PAYOS_CLIENT_ID', 'PAYOS_API_KEY', 'PAYOS_CHECKSUM_KEY'],
  sandbox: {
    secrets: [
      {
        make: ({ hex }) => hex(32),
        heldAs: { web: 'SEPAY_WEBHOOK_SECRETS', worker: 'SEPAY_WEBHOOK_SECRETS', sandbox: 'SANDBOX_SEPAY_SECRET' },
      },
      { make: ({ hex }) => hex(24), heldAs: { worker: 'SEPAY_API_TOKEN', sandbox: 'SANDBOX_SEPAY_TOKEN' } },
      { make: ({ hex }) => hex(24), heldAs: { signer: 'SEPAY_API_TOKEN', sandbox: 'SANDBOX_SEPAY_SIGNER_TOKEN' } },
      { make: ({ hex }) => hex(16), heldAs: { worker: 'VIETQR_CLIENT_ID', sandbox: 'SANDBOX_VIETQR_CLIENT_ID' } },
      { make: ({ hex }) => hex(24), heldAs: { worker: 'VIETQR_API_KEY', sandbox: 'SANDBOX_VIETQR_KEY' } },
      { make: ({ hex }) => hex(16), heldAs: { signer: 'PAYOS_CLIENT_ID', sandbox: 'SANDBOX_PAYOS_CLIENT_ID' } },
      { make: ({ hex }) => hex(24), heldAs: { signer: 'PAYOS_API_KEY', sandbox: 'SANDBOX_PAYOS_API_KEY' } },
      { make: ({ hex }) => hex(32), heldAs: { signer: 'PAYOS_CHECKSUM_KEY', sandbox: 'SANDBOX_PAYOS_CHECKSUM_KEY' } },
    ],
    variables: ({ sandboxUrl, exchangeUrl }) => ({
      worker: { SEPAY_API_URL: sandboxUrl, VIETQR_URL: sandboxUrl },
      signer: { SEPAY_API_URL: sandboxUrl, PAYOS_URL: sandboxUrl, PAYOS_ACCOUNT },
      sandbox: {
        SANDBOX_WEBHOOK_URL: `${exchangeUrl}/webhooks/sepay`,
        SANDBOX_COLLECTION_ACCOUNT: COLLECTION_ACCOUNT,
        SANDBOX_PAYOS_ACCOUNT: PAYOS_ACCOUNT,
      },
    }),
    initial: { worker: { RECONCILE_MS: '5000' } },
  },
};
