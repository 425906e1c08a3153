import { checkTron } from '@quydoi/domain/address/tron';
import { z } from 'zod';
import { SANDBOX_DEFAULTS } from './defaults.ts';
import type { SandboxOptions } from './options.ts';
import { DEFAULT_PACE } from './pace.ts';

const env = z.object({
  SANDBOX_PORT: z.coerce.number().int().min(0).max(65_535).default(SANDBOX_DEFAULTS.port),
  SANDBOX_HOST: z.string().min(1).default(SANDBOX_DEFAULTS.host),
  SANDBOX_DATA: z.string().min(1).default(SANDBOX_DEFAULTS.dataFolder),
  SANDBOX_SEPAY_SECRET: z.string().min(1).default(SANDBOX_DEFAULTS.sepaySecret),
  SANDBOX_SEPAY_TOKEN: z.string().min(1).default(SANDBOX_DEFAULTS.sepayToken),
  SANDBOX_VIETQR_CLIENT_ID: z.string().min(1).default(SANDBOX_DEFAULTS.vietQrClientId),
  SANDBOX_VIETQR_KEY: z.string().min(1).default(SANDBOX_DEFAULTS.vietQrApiKey),
  SANDBOX_PAYOS_CLIENT_ID: z.string().min(1).default(SANDBOX_DEFAULTS.payOsClientId),
  SANDBOX_PAYOS_API_KEY: z.string().min(1).default(SANDBOX_DEFAULTS.payOsApiKey),
  SANDBOX_PAYOS_CHECKSUM_KEY: z.string().min(1).default(SANDBOX_DEFAULTS.payOsChecksumKey),
  SANDBOX_PAYOS_ACCOUNT: z
    .string()
    .regex(/^[0-9A-Z]{4,19}$/)
    .default(SANDBOX_DEFAULTS.payOsAccount),
  SANDBOX_PM_ACCOUNT_ID: z.string().regex(/^\d+$/).default(SANDBOX_DEFAULTS.pmAccountId),
  SANDBOX_PM_PASSPHRASE: z.string().min(1).default(SANDBOX_DEFAULTS.pmPassPhrase),
  SANDBOX_PM_WALLET: z
    .string()
    .regex(/^U\d{7}$/)
    .default(SANDBOX_DEFAULTS.pmWallet),
  SANDBOX_TRON_WALLET: z
    .string()
    .refine((text) => 'address' in checkTron(text), 'is no TRON address')
    .default(SANDBOX_DEFAULTS.tronWallet),
  SANDBOX_TRON_BLOCK_MS: z.coerce.number().int().min(10).max(60_000).default(DEFAULT_PACE.tronBlockMs),
  SANDBOX_TRON_SOLID_BLOCKS: z.coerce.number().int().min(1).max(100).default(DEFAULT_PACE.tronSolidBlocks),
  SANDBOX_WEBHOOK_URL: z.url().default(SANDBOX_DEFAULTS.webhookUrl),
  SANDBOX_EXCHANGE_URL: z.url().default(SANDBOX_DEFAULTS.exchangeUrl),
  SANDBOX_COLLECTION_ACCOUNT: z
    .string()
    .regex(/^[0-9A-Z]{4,19}$/)
    .default(SANDBOX_DEFAULTS.collectionAccount),
});

/** Where the sandbox listens and how it is set up. */
export interface SandboxEnv {
  readonly port: number;
  readonly host: string;
  readonly options: SandboxOptions;
}

/**
 * Reads the sandbox's environment; the one place that does.
 * @throws Error naming every variable that is wrong
 */
export function readEnv(variables: Readonly<Record<string, string | undefined>>): SandboxEnv {
  const parsed = env.safeParse(variables);
  if (!parsed.success) throw new Error(`environment: ${parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('; ')}`);
  const read = parsed.data;
  return {
    port: read.SANDBOX_PORT,
    host: read.SANDBOX_HOST,
    options: {
      dataFolder: read.SANDBOX_DATA,
      sepay: { secret: read.SANDBOX_SEPAY_SECRET, token: read.SANDBOX_SEPAY_TOKEN, webhookUrl: read.SANDBOX_WEBHOOK_URL },
      vietQr: { clientId: read.SANDBOX_VIETQR_CLIENT_ID, apiKey: read.SANDBOX_VIETQR_KEY },
      payOs: {
        clientId: read.SANDBOX_PAYOS_CLIENT_ID,
        apiKey: read.SANDBOX_PAYOS_API_KEY,
        checksumKey: read.SANDBOX_PAYOS_CHECKSUM_KEY,
        account: read.SANDBOX_PAYOS_ACCOUNT,
      },
      perfectMoney: { accountId: read.SANDBOX_PM_ACCOUNT_ID, passPhrase: read.SANDBOX_PM_PASSPHRASE, wallet: read.SANDBOX_PM_WALLET },
      tron: { wallet: read.SANDBOX_TRON_WALLET },
      exchangeUrl: read.SANDBOX_EXCHANGE_URL,
      collectionAccount: read.SANDBOX_COLLECTION_ACCOUNT,
      pace: { tronBlockMs: read.SANDBOX_TRON_BLOCK_MS, tronSolidBlocks: read.SANDBOX_TRON_SOLID_BLOCKS },
    },
  };
}
