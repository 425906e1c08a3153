import { DROPPED_AFTER_SECONDS } from '@quydoi/domain/constants';
import { z } from 'zod';
import { loneNode, seedSandbox, seedVariable, xpubVariable } from '../chain/seed-config.ts';
import { type RailConfig, railRole } from '../config.ts';
import { milliseconds, wholeUnits } from '../config-fields.ts';
import { minorUnits, payoutLimit } from '../payout-limit.ts';
import { createTronRail } from './index.ts';
import { tronKeys, tronXpub } from './keys.ts';
import { CALLS_A_DAY, CALLS_A_DAY_MIN } from './pace.ts';

/** Deadline of one node call. */
const TIMEOUT_MS = 10_000;

const webVariables = z.object({
  TRON_XPUB: xpubVariable,
  /** Our hot wallet. */
  TRON_WALLET: z.string().regex(/^T[1-9A-HJ-NP-Za-km-z]{33}$/),
});

const workerVariables = z.object({
  TRON_URL: z.url(),
  /** A second, independent node: it is asked when the first fails or is stalled. */
  TRON_SECOND_URL: z.url().optional(),
  TRON_API_KEY: z.string().min(1).optional(),
  /** Daily quota of the API key; the pauses between reads of new blocks derive from it. */
  TRON_CALLS_A_DAY: z.coerce.number().int().min(CALLS_A_DAY_MIN).default(CALLS_A_DAY),
  /** Pause between reads of new blocks at any time, instead, for a node without a quota. */
  TRON_SCAN_MS: z.coerce.number().int().positive().optional(),
  /** Minimum lead of the irreversible head over an unconfirmed deposit before the deposit is dropped. */
  TRON_VANISHED_MS: milliseconds(DROPPED_AFTER_SECONDS * 1_000),
});

const signerVariables = z.object({
  TRON_SEED: seedVariable,
  TRON_URL: z.url(),
  /** A second, independent node: a transfer is expired only when both agree. */
  TRON_SECOND_URL: z.url().optional(),
  TRON_API_KEY: z.string().min(1).optional(),
  /** Validity of a signed transfer; its payout is not signed again meanwhile. */
  TRON_VALIDITY_MS: milliseconds(300_000),
  /** Minimum lead of the irreversible head over the expiration before the payout is signed again. */
  TRON_EXPIRY_MARGIN_MS: milliseconds(30_000),
  /** Hard limit of one payout in USDT: the signer rejects larger ones. */
  TRON_PAYOUT_LIMIT: wholeUnits(20_000),
  /** Minimum balance of a deposit address that is swept, in USDT. */
  TRON_SWEEP_MIN: wholeUnits(100),
});

/** Configuration of USDT on TRON. */
export const TRON_CONFIG: RailConfig = {
  code: 'tron',
  roles: {
    web: railRole(webVariables, ({ TRON_XPUB: xpub, TRON_WALLET: wallet }) => createTronRail({ xpub, wallet, timeoutMs: TIMEOUT_MS })),
    worker: railRole(workerVariables, (values) =>
      createTronRail({
        node: nodeOf(values),
        ...secondNodeOf(values),
        callsADay: values.TRON_CALLS_A_DAY,
        ...(values.TRON_SCAN_MS === undefined ? {} : { scanMs: values.TRON_SCAN_MS }),
        dropAfterMs: values.TRON_VANISHED_MS,
        timeoutMs: TIMEOUT_MS,
      }),
    ),
    signer: railRole(signerVariables, (values) => signerRail(values)),
  },
  // The extended public key reveals all deposit addresses.
  secrets: ['TRON_SEED', 'TRON_XPUB', 'TRON_API_KEY'],
  productionFaults: (role, variables) => (role === 'signer' ? loneNode('TRON', variables) : []),
  sandbox: {
    ...seedSandbox('TRON', { xpub: tronXpub, wallet: (secret) => tronKeys(secret).hotWallet.address }),
    variables: ({ sandboxUrl }) => ({ worker: { TRON_URL: sandboxUrl }, signer: { TRON_URL: sandboxUrl } }),
    initial: {
      worker: { TRON_SCAN_MS: '1000' },
      // The sandbox's chain makes a block a second: a lost transfer expires there in seconds instead of minutes.
      signer: { TRON_VALIDITY_MS: '20000', TRON_EXPIRY_MARGIN_MS: '5000', TRON_SWEEP_MIN: '20' },
    },
  },
};

function signerRail(values: z.output<typeof signerVariables>) {
  const rail = createTronRail({
    node: nodeOf(values),
    ...secondNodeOf(values),
    secret: { seed: values.TRON_SEED },
    validityMs: values.TRON_VALIDITY_MS,
    expiryMarginMs: values.TRON_EXPIRY_MARGIN_MS,
    sweepMin: minorUnits('trc20', values.TRON_SWEEP_MIN),
    timeoutMs: TIMEOUT_MS,
  });
  // The chain's blocks are read by the worker; the signer asks its own node for the payments that it pays out for.
  const { sources: _, ...signing } = rail;
  return { ...signing, payoutLimits: payoutLimit('trc20', values.TRON_PAYOUT_LIMIT) };
}

function nodeOf({ TRON_URL, TRON_API_KEY }: { readonly TRON_URL: string; readonly TRON_API_KEY?: string | undefined }) {
  return { baseUrl: TRON_URL, ...(TRON_API_KEY ? { apiKey: TRON_API_KEY } : {}) };
}

function secondNodeOf({ TRON_SECOND_URL }: { readonly TRON_SECOND_URL?: string | undefined }) {
  return TRON_SECOND_URL ? { secondNode: { baseUrl: TRON_SECOND_URL } } : {};
}
