import { checkAddress } from '@quydoi/domain/address/check';
import { z } from 'zod';
import { loneNode, seedSandbox, seedVariable, xpubVariable } from '../chain/seed-config.ts';
import { type RailConfig, railRole } from '../config.ts';
import { wholeUnits } from '../config-fields.ts';
import { payoutLimit } from '../payout-limit.ts';
import { BITCOIN_CHAINS } from './chains.ts';
import { createBitcoinRail } from './index.ts';
import { bitcoinKeys, bitcoinXpub } from './keys.ts';

/** Deadline of one request: a block has up to four megabytes. */
const TIMEOUT_MS = 20_000;
/** Chain of the sandbox's node. */
const SANDBOX_CHAIN = 'regtest';

const nodeVariables = {
  /** JSON-RPC of our node (Bitcoin Core with `txindex=1`), with its user and password. */
  BITCOIN_URL: z.url(),
  /** A second, independent node: payments count, and transfers count as expired, only when both agree. It answers the rest where the first fails. */
  BITCOIN_SECOND_URL: z.url().optional(),
  /** Chain of the nodes: the main one, or regtest in a sandbox. */
  BITCOIN_CHAIN: z.enum(['main', 'regtest']).default('main'),
  /** Confirmations that make a payment final, where not the network's usual number. */
  BITCOIN_CONFIRMATIONS: z.coerce.number().int().min(1).max(100).optional(),
};

const webVariables = z.object({
  BITCOIN_XPUB: xpubVariable,
  /** Our hot wallet. */
  BITCOIN_WALLET: z.string().refine((text) => 'address' in checkAddress('bitcoin', text), 'is no address'),
});

const workerVariables = z.object({
  ...nodeVariables,
  /** Pause between reads of new blocks at any time, instead of the usual ones. */
  BITCOIN_SCAN_MS: z.coerce.number().int().positive().optional(),
  /** Minimum lead of the irreversible head over an unconfirmed deposit before the deposit is dropped, instead of the usual two days. */
  BITCOIN_VANISHED_MS: z.coerce.number().int().positive().optional(),
});

const signerVariables = z.object({
  ...nodeVariables,
  BITCOIN_SEED: seedVariable,
  /** Highest fee that is paid, in satoshi for a vbyte. Above it payouts wait. */
  BITCOIN_VBYTE_MAX: wholeUnits(150),
  /** Deposit addresses that the node's wallet watches beyond the highest that an order has, instead of the usual ten thousand. */
  BITCOIN_ADDRESSES_AHEAD: z.coerce.number().int().min(1).max(100_000).optional(),
  /** Pause between looks for deposits that are stuck with too low a fee, instead of ten seconds. */
  BITCOIN_BOOST_MS: z.coerce.number().int().positive().optional(),
  /** Hard limit of one payout in bitcoin: the signer rejects larger ones. */
  BITCOIN_PAYOUT_LIMIT: wholeUnits(1),
});

/** Configuration of Bitcoin. */
export const BITCOIN_CONFIG: RailConfig = {
  code: 'bitcoin',
  roles: {
    // Addresses are written alike on every chain.
    web: railRole(webVariables, ({ BITCOIN_XPUB: xpub, BITCOIN_WALLET: wallet }) =>
      createBitcoinRail({ chain: 'main', xpub, wallet, timeoutMs: TIMEOUT_MS }),
    ),
    worker: railRole(workerVariables, ({ BITCOIN_SCAN_MS: scanMs, BITCOIN_VANISHED_MS: dropAfterMs, ...values }) =>
      createBitcoinRail({
        ...nodeOf(values),
        ...(scanMs === undefined ? {} : { scanMs }),
        ...(dropAfterMs === undefined ? {} : { dropAfterMs }),
      }),
    ),
    signer: railRole(signerVariables, ({ BITCOIN_SEED: seed, BITCOIN_VBYTE_MAX: satoshiPerVbyteMax, BITCOIN_PAYOUT_LIMIT, ...values }) => {
      const { BITCOIN_ADDRESSES_AHEAD: addressesAhead, BITCOIN_BOOST_MS: boostMs } = values;
      // The chain's blocks are read by the worker; the signer asks its own node for the payments that it pays out for.
      const { sources: _, ...signing } = createBitcoinRail({
        ...nodeOf(values),
        secret: { seed },
        satoshiPerVbyteMax,
        ...(addressesAhead === undefined ? {} : { addressesAhead }),
        ...(boostMs === undefined ? {} : { boostMs }),
      });
      return { ...signing, payoutLimits: payoutLimit('btc', BITCOIN_PAYOUT_LIMIT) };
    }),
  },
  // The extended public key reveals all deposit addresses.
  secrets: ['BITCOIN_SEED', 'BITCOIN_XPUB'],
  productionFaults: (role, variables) => [
    ...(role === 'signer' ? loneNode('BITCOIN', variables) : []),
    ...((variables.BITCOIN_CHAIN ?? 'main') === 'main' ? [] : ['BITCOIN_CHAIN: coins of this chain are worth nothing']),
  ],
  sandbox: {
    ...seedSandbox('BITCOIN', {
      xpub: (secret) => bitcoinXpub(BITCOIN_CHAINS[SANDBOX_CHAIN], secret),
      wallet: (secret) => bitcoinKeys(BITCOIN_CHAINS[SANDBOX_CHAIN], secret).hotWallet.address,
    }),
    variables: ({ sandboxUrl }) => {
      const node = { BITCOIN_URL: `${sandboxUrl}/bitcoin`, BITCOIN_CHAIN: SANDBOX_CHAIN };
      // It derives a thousand addresses a second.
      return { worker: node, signer: { ...node, BITCOIN_ADDRESSES_AHEAD: '150' } };
    },
    // The sandbox's chain makes a block a second.
    initial: { worker: { BITCOIN_SCAN_MS: '1000', BITCOIN_VANISHED_MS: '120000' } },
  },
};

type NodeValues = z.output<z.ZodObject<typeof nodeVariables>>;

function nodeOf({ BITCOIN_URL: url, BITCOIN_SECOND_URL: secondUrl, BITCOIN_CHAIN: chain, BITCOIN_CONFIRMATIONS: confirmations }: NodeValues) {
  return {
    ...{ chain, url, timeoutMs: TIMEOUT_MS },
    ...(secondUrl === undefined ? {} : { secondUrl }),
    ...(confirmations === undefined ? {} : { confirmations }),
  };
}
