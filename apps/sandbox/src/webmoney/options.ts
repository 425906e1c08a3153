import { z } from 'zod';

/** Delays of the simulated WebMoney. Tests shorten them. */
export interface WebMoneyPace {
  /** How much later `operations-delayed` and `payment-delayed` list an operation. */
  readonly listDelayMs: number;
  /** One step of the merchant interface's retries, and how late `notification-late` is in steps of ten. */
  readonly notificationStepMs: number;
  /** How long after it was made `payment-protected` completes a payment. */
  readonly protectedMs: number;
}

const PACE: WebMoneyPace = { listDelayMs: 2_000, notificationStepMs: 1_000, protectedMs: 60_000 };

/** The exchange's purse and its access. */
export interface WebMoneyOptions {
  readonly purse: string;
  readonly wmid: string;
  readonly token: string;
  /** Modulus of the key that signs requests to X8; its public exponent is 65537. */
  readonly modulus: bigint;
  readonly merchantSecret: string;
  /** Result URL of the merchant interface. */
  readonly resultUrl: string;
  readonly pace: WebMoneyPace;
}

/** The exchange's purse and WMID unless the environment names others. */
export const DEFAULT_PURSE = 'Z100000000001';
export const DEFAULT_WMID = '100000000002';

/** Reads the options from the environment. A production configuration of the exchange refuses the default credentials. */
export const webMoneyOptions: z.ZodType<WebMoneyOptions> = z
  .object({
    SANDBOX_WEBMONEY_PURSE: z
      .string()
      .regex(/^Z\d{12}$/)
      .default(DEFAULT_PURSE),
    SANDBOX_WEBMONEY_WMID: z
      .string()
      .regex(/^\d{12}$/)
      .default(DEFAULT_WMID),
    SANDBOX_WEBMONEY_TOKEN: z.string().min(1).default('sandbox-webmoney-token'),
    SANDBOX_WEBMONEY_MODULUS: z
      .string()
      .regex(/^[0-9a-f]+$/)
      .default('1'),
    SANDBOX_WEBMONEY_MERCHANT_SECRET: z.string().min(1).default('sandbox-webmoney-secret'),
    SANDBOX_WEBMONEY_RESULT_URL: z.url().default('http://localhost:3000/webhooks/webmoney'),
  })
  .transform((read) => ({
    purse: read.SANDBOX_WEBMONEY_PURSE,
    wmid: read.SANDBOX_WEBMONEY_WMID,
    token: read.SANDBOX_WEBMONEY_TOKEN,
    modulus: BigInt(`0x${read.SANDBOX_WEBMONEY_MODULUS}`),
    merchantSecret: read.SANDBOX_WEBMONEY_MERCHANT_SECRET,
    resultUrl: read.SANDBOX_WEBMONEY_RESULT_URL,
    pace: PACE,
  }));
