import { checkAddress } from '@quydoi/domain/address/check';
import { z } from 'zod';

/** Speed of the chain. Tests shorten it. */
export interface BitcoinPace {
  /** Time between blocks; ten minutes on the main chain. */
  readonly blockMs: number;
}

/** The exchange's hot wallet, which receives its opening balance once, and the chain's speed. */
export interface BitcoinOptions {
  readonly wallet: string;
  readonly pace: BitcoinPace;
}

/** The hot wallet unless the environment names another: that of `DEFAULT_MNEMONIC` (`m/84'/1'/1'/0/0`), for signers in tests. */
export const DEFAULT_WALLET = 'bc1qp7shgcwx3mpzgxjvff0d77vuhchcldzfwu54pr';

/** Reads the options from the environment. */
export const bitcoinOptions: z.ZodType<BitcoinOptions> = z
  .object({
    SANDBOX_BITCOIN_WALLET: z
      .string()
      .refine((text) => 'address' in checkAddress('bitcoin', text), 'is no Bitcoin address')
      .default(DEFAULT_WALLET),
    SANDBOX_BITCOIN_BLOCK_MS: z.coerce.number().int().min(10).max(600_000).default(1_000),
  })
  .transform((read) => ({ wallet: read.SANDBOX_BITCOIN_WALLET, pace: { blockMs: read.SANDBOX_BITCOIN_BLOCK_MS } }));
