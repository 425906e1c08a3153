import { z } from 'zod';

/** Delays of the simulated Perfect Money. Tests shorten them. */
export interface PerfectMoneyPace {
  /** How much later `confirm-applied-late` books. */
  readonly lateBookingMs: number;
  /** How much later `history-delayed` and `payment-delayed` show a payment. */
  readonly historyDelayMs: number;
}

const PACE: PerfectMoneyPace = { lateBookingMs: 3_000, historyDelayMs: 2_000 };

/** The exchange's login and wallet. */
export interface PerfectMoneyOptions {
  readonly accountId: string;
  readonly passPhrase: string;
  readonly wallet: string;
  readonly pace: PerfectMoneyPace;
}

/** The exchange's wallet unless the environment names another. */
export const DEFAULT_WALLET = 'U1000001';

/** Reads the options from the environment. A production configuration of the exchange refuses the default credentials. */
export const perfectMoneyOptions: z.ZodType<PerfectMoneyOptions> = z
  .object({
    SANDBOX_PM_ACCOUNT_ID: z.string().regex(/^\d+$/).default('1234567'),
    SANDBOX_PM_PASSPHRASE: z.string().min(1).default('sandbox-pm-passphrase'),
    SANDBOX_PM_WALLET: z
      .string()
      .regex(/^U\d{7}$/)
      .default(DEFAULT_WALLET),
  })
  .transform((read) => ({
    accountId: read.SANDBOX_PM_ACCOUNT_ID,
    passPhrase: read.SANDBOX_PM_PASSPHRASE,
    wallet: read.SANDBOX_PM_WALLET,
    pace: PACE,
  }));
