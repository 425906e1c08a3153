import { checkAddress } from '@quydoi/domain/address/check';
import { DROPPED_AFTER_SECONDS } from '@quydoi/domain/constants';
import { z } from 'zod';
import type { HdSecret } from '../chain/hd-keys.ts';
import { loneNode, seedSandbox, seedVariable, xpubVariable } from '../chain/seed-config.ts';
import { type RailConfig, type RailRoleConfig, railRole } from '../config.ts';
import { milliseconds, wholeUnits } from '../config-fields.ts';
import { minorUnits, payoutLimit } from '../payout-limit.ts';
import type { Rail } from '../rail.ts';
import { EVM_CHAINS, type EvmNetwork } from './chains.ts';
import { createEvmRail } from './index.ts';
import { evmKeys, evmXpub } from './keys.ts';
import { sweeperOf } from './sweeper.ts';

/** Deadline of one request. */
const TIMEOUT_MS = 10_000;

const confirmations = z.coerce.number().int().min(1).max(1_000).optional();

/** Configuration of USDT and ETH on Ethereum. */
export const ETHEREUM_CONFIG = evmConfig('ethereum', 500);
/** Configuration of USDT on BNB Smart Chain. */
export const BSC_CONFIG = evmConfig('bsc', 50);

/**
 * Configuration of a chain of Ethereum's kind. Its variables start with the network's code: `BSC_URL`.
 * @param sweepMin usual minimum balance of a deposit address that is swept, in whole USDT: far above what the gas costs
 */
function evmConfig(network: EvmNetwork, sweepMin: number): RailConfig {
  const chain = EVM_CHAINS[network];
  const prefix = network.toUpperCase();
  const walletOf = (secret: HdSecret) => evmKeys(chain, secret).hotWallet.address;
  const node = {
    /** Where customers trade the coin, the node keeps the states of the newest 128 blocks or more; with traces, payments by contracts outlive an outage. */
    URL: z.url(),
    /**
     * A second, independent node: payments count, and transfers count as expired, only when both agree. It answers the rest where the first fails, stands
     * still or has dropped a state.
     */
    SECOND_URL: z.url().optional(),
    /** Blocks on top of a finalized one that are required besides, where not the chain's usual number. */
    CONFIRMATIONS: confirmations,
  };
  const web = {
    XPUB: xpubVariable,
    /** Our hot wallet. */
    WALLET: z.string().refine((text) => 'address' in checkAddress(network, text), 'is no address'),
  };
  const worker = {
    ...node,
    /** Pause between reads of new blocks at any time, instead of the usual ones. */
    SCAN_MS: z.coerce.number().int().positive().optional(),
    /** Minimum lead of the irreversible head over an unconfirmed deposit before the deposit is dropped. */
    VANISHED_MS: milliseconds(DROPPED_AFTER_SECONDS * 1_000),
  };
  const signer = {
    ...node,
    SEED: seedVariable,
    /** Highest price of gas that is paid, in gwei. Above it payouts wait. */
    GAS_GWEI_MAX: wholeUnits(chain.gasGweiMax),
    /** Hard limit of one payout in USDT: the signer rejects larger ones. */
    PAYOUT_LIMIT: wholeUnits(20_000),
    /** Hard limit of one payout of the chain's coin, where customers trade it. */
    COIN_PAYOUT_LIMIT: wholeUnits(10),
    /** Minimum balance of a deposit address that is swept, in USDT. */
    SWEEP_MIN: wholeUnits(sweepMin),
    /** Whether deposits of USDT are swept several at once (EIP-7702), where the sweeper is deployed (`npm run sweeper`). */
    SWEEP_BATCHES: z.enum(['on', 'off']).default('on'),
  };
  return {
    code: network,
    roles: {
      web: prefixedRole(prefix, web, ({ XPUB: xpub, WALLET: wallet }) => createEvmRail({ network, xpub, wallet, timeoutMs: TIMEOUT_MS })),
      worker: prefixedRole(prefix, worker, ({ SCAN_MS: scanMs, VANISHED_MS: dropAfterMs, ...values }) =>
        createEvmRail({ network, ...nodeOf(values), ...(scanMs === undefined ? {} : { scanMs }), dropAfterMs, timeoutMs: TIMEOUT_MS }),
      ),
      signer: prefixedRole(
        prefix,
        signer,
        ({ SEED: seed, GAS_GWEI_MAX: gasGweiMax, PAYOUT_LIMIT, COIN_PAYOUT_LIMIT, SWEEP_MIN, SWEEP_BATCHES, ...values }) => {
          const sweeping = { sweepMin: minorUnits(chain.token, SWEEP_MIN), hasSweepBatches: SWEEP_BATCHES === 'on' };
          const spending = { secret: { seed }, gasGweiMax, ...sweeping };
          // The chain's blocks are read by the worker; the signer asks its own node for the payments that it pays out for.
          const { sources: _, ...signing } = createEvmRail({ network, ...nodeOf(values), ...spending, timeoutMs: TIMEOUT_MS });
          const ofCoin = chain.coin === null ? [] : payoutLimit(chain.coin, COIN_PAYOUT_LIMIT);
          return { ...signing, payoutLimits: new Map([...payoutLimit(chain.token, PAYOUT_LIMIT), ...ofCoin]) };
        },
      ),
    },
    // The extended public key reveals all deposit addresses.
    secrets: [`${prefix}_SEED`, `${prefix}_XPUB`],
    productionFaults: (role, variables) => (role === 'signer' ? loneNode(prefix, variables) : []),
    sandbox: {
      ...seedSandbox(prefix, {
        xpub: (secret) => evmXpub(chain, secret),
        wallet: walletOf,
        deployment: (secret) => sweeperOf(walletOf(secret)).deployment,
      }),
      variables: ({ sandboxUrl }) => {
        const url = { [`${prefix}_URL`]: `${sandboxUrl}/${network}` };
        return { worker: url, signer: url };
      },
      // The sandbox's chain makes a block a second, and calls the fourth one below finalized.
      initial: {
        worker: { [`${prefix}_CONFIRMATIONS`]: '2', [`${prefix}_SCAN_MS`]: '1000' },
        signer: { [`${prefix}_CONFIRMATIONS`]: '2', [`${prefix}_SWEEP_MIN`]: '20' },
      },
    },
  };
}

interface NodeValues {
  readonly URL: string;
  readonly SECOND_URL?: string | undefined;
  readonly CONFIRMATIONS?: number | undefined;
}

function nodeOf({ URL: url, SECOND_URL: secondUrl, CONFIRMATIONS: depth }: NodeValues) {
  return { url, ...(secondUrl === undefined ? {} : { secondUrl }), ...(depth === undefined ? {} : { confirmations: depth }) };
}

/** Defines a role's variables by their names without the prefix. */
function prefixedRole<S extends z.ZodRawShape>(prefix: string, shape: S, create: (values: z.output<z.ZodObject<S>>) => Rail): RailRoleConfig {
  const names = Object.keys(shape);
  const variables = z.object(Object.fromEntries(names.map((name) => [`${prefix}_${name}`, shape[name] as z.ZodType])));
  return railRole(variables, (values) =>
    create(Object.fromEntries(names.map((name) => [name, values[`${prefix}_${name}`]])) as z.output<z.ZodObject<S>>),
  );
}
