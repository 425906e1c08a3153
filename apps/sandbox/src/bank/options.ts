import { z } from 'zod';

/** Delays of the simulated bank and its providers. Tests shorten them. */
export interface BankPace {
  /** One step of SePay's retry schedule: one minute in production, one second here. */
  readonly webhookStepMs: number;
  readonly webhookTimeoutMs: number;
  /** Duration of a slow name lookup. */
  readonly slowLookupMs: number;
  /** How long a payOS payout stays in each state before the final one. */
  readonly payoutStepMs: number;
  /** Duration of a slow payout request. */
  readonly slowPayoutMs: number;
  /** Time between a payout's success and its reversal. */
  readonly reversalMs: number;
  /** How long a payout waits for its code before it is cancelled. */
  readonly otpLifeMs: number;
  /** Rate limit of SePay's list. */
  readonly listPerSecondMax: number;
}

const PACE: BankPace = {
  webhookStepMs: 1_000,
  webhookTimeoutMs: 10_000,
  slowLookupMs: 8_000,
  payoutStepMs: 200,
  slowPayoutMs: 15_000,
  reversalMs: 3_000,
  otpLifeMs: 300_000,
  listPerSecondMax: 3,
};

/** Options of the bank and of the providers that the exchange reaches it through. */
export interface BankOptions {
  readonly sepay: { readonly secret: string; readonly tokens: readonly string[]; readonly webhookUrl: string };
  readonly casso: { readonly secret: string; readonly keys: readonly string[]; readonly webhookUrl: string };
  readonly vietQr: { readonly clientId: string; readonly apiKey: string };
  readonly appotaPay: {
    readonly partnerCode: string;
    readonly apiKey: string;
    readonly secretKey: string;
    /** Opening balance of its wallet, in dong: as much less has payOS's account. Without effect once a payout was made. */
    readonly opening: number;
  };
  /** payOS's payout channel, and the account that it pays from. */
  readonly payOs: { readonly clientId: string; readonly apiKey: string; readonly checksumKey: string; readonly account: string };
  /** The exchange's account that customers pay into; SePay watches it. */
  readonly collectionAccount: string;
  /** Further accounts that SePay watches. */
  readonly linkedAccounts: readonly string[];
  /** Virtual accounts (BIDV, MSB) with the main account behind each. */
  readonly virtualAccounts: ReadonlyMap<string, string>;
  readonly pace: BankPace;
}

/** Opening balance of the accounts that dong are paid out from, together. */
export const PAYOUT_OPENING_DONG = 5_000_000_000;
/** How bank accounts are written. */
export const BANK_ACCOUNT = /^[0-9A-Z]{4,19}$/;
/** The collection account unless the environment names another. */
export const DEFAULT_COLLECTION_ACCOUNT = '0011004567890';

const text = z.string().min(1);

/** Reads the options from the environment. A production configuration of the exchange refuses the default credentials. */
export const bankOptions: z.ZodType<BankOptions> = z
  .object({
    SANDBOX_SEPAY_SECRET: text.default('sandbox-sepay-secret'),
    SANDBOX_SEPAY_TOKEN: text.default('sandbox-sepay-token'),
    SANDBOX_SEPAY_SIGNER_TOKEN: text.default('sandbox-sepay-signer-token'),
    SANDBOX_WEBHOOK_URL: z.url().default('http://localhost:3000/webhooks/sepay'),
    SANDBOX_CASSO_WEBHOOK_KEY: text.default('sandbox-casso-webhook-key'),
    SANDBOX_CASSO_KEY: text.default('sandbox-casso-key'),
    SANDBOX_CASSO_SIGNER_KEY: text.default('sandbox-casso-signer-key'),
    SANDBOX_CASSO_WEBHOOK_URL: z.url().default('http://localhost:3000/webhooks/casso'),
    SANDBOX_VIETQR_CLIENT_ID: text.default('sandbox-vietqr-client'),
    SANDBOX_VIETQR_KEY: text.default('sandbox-vietqr-key'),
    SANDBOX_APPOTAPAY_API_KEY: text.default('sandbox-appotapay-key'),
    SANDBOX_APPOTAPAY_SECRET_KEY: text.default('sandbox-appotapay-secret'),
    SANDBOX_APPOTAPAY_OPENING: z.coerce.number().int().min(0).max(PAYOUT_OPENING_DONG).default(0),
    SANDBOX_PAYOS_CLIENT_ID: text.default('sandbox-payos-client'),
    SANDBOX_PAYOS_API_KEY: text.default('sandbox-payos-key'),
    SANDBOX_PAYOS_CHECKSUM_KEY: text.default('sandbox-payos-checksum'),
    SANDBOX_PAYOS_ACCOUNT: z.string().regex(BANK_ACCOUNT).default('0011009876543'),
    SANDBOX_COLLECTION_ACCOUNT: z.string().regex(BANK_ACCOUNT).default(DEFAULT_COLLECTION_ACCOUNT),
    /** Separated by commas. */
    SANDBOX_LINKED_ACCOUNTS: z.string().default(''),
    /** `VIRTUAL=MAIN`, separated by commas. */
    SANDBOX_VIRTUAL_ACCOUNTS: z.string().default(''),
  })
  .transform((read) => ({
    sepay: {
      secret: read.SANDBOX_SEPAY_SECRET,
      tokens: [read.SANDBOX_SEPAY_TOKEN, read.SANDBOX_SEPAY_SIGNER_TOKEN],
      webhookUrl: read.SANDBOX_WEBHOOK_URL,
    },
    casso: {
      secret: read.SANDBOX_CASSO_WEBHOOK_KEY,
      keys: [read.SANDBOX_CASSO_KEY, read.SANDBOX_CASSO_SIGNER_KEY],
      webhookUrl: read.SANDBOX_CASSO_WEBHOOK_URL,
    },
    vietQr: { clientId: read.SANDBOX_VIETQR_CLIENT_ID, apiKey: read.SANDBOX_VIETQR_KEY },
    appotaPay: {
      partnerCode: 'QUYDOI',
      apiKey: read.SANDBOX_APPOTAPAY_API_KEY,
      secretKey: read.SANDBOX_APPOTAPAY_SECRET_KEY,
      opening: read.SANDBOX_APPOTAPAY_OPENING,
    },
    payOs: {
      clientId: read.SANDBOX_PAYOS_CLIENT_ID,
      apiKey: read.SANDBOX_PAYOS_API_KEY,
      checksumKey: read.SANDBOX_PAYOS_CHECKSUM_KEY,
      account: read.SANDBOX_PAYOS_ACCOUNT,
    },
    collectionAccount: read.SANDBOX_COLLECTION_ACCOUNT,
    linkedAccounts: listed(read.SANDBOX_LINKED_ACCOUNTS),
    virtualAccounts: new Map(listed(read.SANDBOX_VIRTUAL_ACCOUNTS).map((pair) => pair.split('=', 2) as [string, string])),
    pace: PACE,
  }));

function listed(text: string): string[] {
  return text.split(',').filter((part) => part !== '');
}
