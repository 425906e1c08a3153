import { checkAddress } from '@quydoi/domain/address/check';
import { z } from 'zod';

/** Speed of the simulated chain. Tests shorten it. */
export interface TronPace {
  /** Time between blocks; 3 s on the real chain. */
  readonly blockMs: number;
  /** How many blocks the irreversible side lags behind; 19 on the real chain. */
  readonly solidBlocks: number;
}

/** The exchange's hot wallet, which receives its opening balance once, and the chain's speed. */
export interface TronOptions {
  readonly wallet: string;
  readonly pace: TronPace;
}

/** Mnemonic of the default wallet (`m/44'/195'/1'/0/0`), for signers in tests; the sandbox itself does not use it. */
export const DEFAULT_MNEMONIC = 'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about';
/** The hot wallet unless the environment names another. */
export const DEFAULT_WALLET = 'TLrpNTBuCpGMrB9TyVwgEhNVRhtWEQPHh4';

/** Reads the options from the environment. */
export const tronOptions: z.ZodType<TronOptions> = z
  .object({
    SANDBOX_TRON_WALLET: z
      .string()
      .refine((text) => 'address' in checkAddress('tron', text), 'is no TRON address')
      .default(DEFAULT_WALLET),
    SANDBOX_TRON_BLOCK_MS: z.coerce.number().int().min(10).max(60_000).default(1_000),
    SANDBOX_TRON_SOLID_BLOCKS: z.coerce.number().int().min(1).max(100).default(2),
  })
  .transform((read) => ({
    wallet: read.SANDBOX_TRON_WALLET,
    pace: { blockMs: read.SANDBOX_TRON_BLOCK_MS, solidBlocks: read.SANDBOX_TRON_SOLID_BLOCKS },
  }));
