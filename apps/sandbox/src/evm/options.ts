import { checkAddress } from '@quydoi/domain/address/check';
import { z } from 'zod';
import type { EvmCode } from './facts.ts';

/** Speed of a chain. Tests shorten it. */
export interface EvmPace {
  /** Time between blocks; 12 s on Ethereum, 0.45 s on BNB Smart Chain. */
  readonly blockMs: number;
}

/** The exchange's hot wallet, which receives its opening balance once, and the chain's speed. */
export interface EvmOptions {
  readonly wallet: string;
  readonly pace: EvmPace;
  /** What the deployment proxy is sent first: salt and code of a contract of the exchange. */
  readonly deployment?: string | undefined;
}

/** The hot wallets unless the environment names others: those of `DEFAULT_MNEMONIC`, for signers in tests. */
export const DEFAULT_WALLETS: Readonly<Record<EvmCode, string>> = {
  ethereum: '0x78839F6054d7ed13918bAe0473BA31b1Ca9D7265',
  bsc: '0x8559A4270Db933caC30830f2be9D099fD477A51D',
};

/** Reads a chain's options from the environment. */
export function evmOptions(code: EvmCode): z.ZodType<EvmOptions> {
  const [walletName, deploymentName] = [`SANDBOX_${code.toUpperCase()}_WALLET`, `SANDBOX_${code.toUpperCase()}_DEPLOYMENT`];
  return z
    .looseObject({
      [walletName]: z
        .string()
        .refine((text) => 'address' in checkAddress(code, text), 'is no address')
        .default(DEFAULT_WALLETS[code]),
      [deploymentName]: z
        .string()
        .regex(/^0x(?:[0-9a-f]{2}){32,}$/)
        .optional(),
      SANDBOX_EVM_BLOCK_MS: z.coerce.number().int().min(10).max(60_000).default(1_000),
    })
    .transform((read) => ({
      wallet: String(read[walletName]),
      pace: { blockMs: Number(read.SANDBOX_EVM_BLOCK_MS) },
      deployment: read[deploymentName] as string | undefined,
    }));
}
