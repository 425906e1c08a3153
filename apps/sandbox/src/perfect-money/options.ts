import { z } from 'zod';

/** Delays of the simulated Perfect Money. Tests shorten them. */
export interface PerfectMoneyPace {
  /** How much later `confirm-applied-late` books. */
  readonly lateBookingMs: number;
  /** How much later `history-delayed` and `payment-delayed` show a payment. */
  readonly historyDelayMs: number;
  /** One step of ten that `status-late` waits. */
  readonly statusStepMs: number;
}

const PACE: PerfectMoneyPace = { lateBookingMs: 3_000, historyDelayMs: 2_000, statusStepMs: 1_000 };

/** The exchange's login and wallet. */
export interface PerfectMoneyOptions {
  readonly accountId: string;
  readonly passPhrase: string;
  readonly wallet: string;
  /** Covered by the hash of status calls. */
  readonly alternatePassphrase: string;
  readonly pace: PerfectMoneyPace;
}

/** The options with a clock, as routes need them. */
export type Settings = PerfectMoneyOptions & { readonly now: () => Date };

/** The exchange's wallet unless the environment names another. */
export const DEFAULT_WALLET = 'U1000001';
/** Pays when a request or a form names no wallet. */
export const DEFAULT_CUSTOMER = 'U2000001';
/** Payers may give any number; name look-ups know fewer wallets. */
export const PAYER = /^U\d{5,9}$/;
export const MEMO_LENGTH_MAX = 100;
export const PAYMENT_ID_LENGTH_MAX = 50;

/** Reads the options from the environment. A production configuration of the exchange refuses the default credentials. */
export const perfectMoneyOptions: z.ZodType<PerfectMoneyOptions> = z
  .object({
    SANDBOX_PM_ACCOUNT_ID: z.string().regex(/^\d+$/).default('1234567'),
    SANDBOX_PM_PASSPHRASE: z.string().min(1).default('sandbox-pm-passphrase'),
    SANDBOX_PM_WALLET: z
      .string()
      .regex(/^U\d{7}$/)
      .default(DEFAULT_WALLET),
    SANDBOX_PM_ALTERNATE_PASSPHRASE: z.string().min(1).default('sandbox-pm-alternate'),
  })
  .transform((read) => ({
    accountId: read.SANDBOX_PM_ACCOUNT_ID,
    passPhrase: read.SANDBOX_PM_PASSPHRASE,
    wallet: read.SANDBOX_PM_WALLET,
    alternatePassphrase: read.SANDBOX_PM_ALTERNATE_PASSPHRASE,
    pace: PACE,
  }));
