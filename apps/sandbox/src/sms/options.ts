import { z } from 'zod';

/** Options of the provider of SMS. */
export interface SmsOptions {
  readonly apiKey: string;
  readonly secretKey: string;
  /** Sender and text that are registered with the networks; the text has `{code}`. */
  readonly brandName: string;
  readonly text: string;
}

const text = z.string().min(1);

/** Reads the options from the environment. */
export const smsOptions: z.ZodType<SmsOptions> = z
  .object({
    SANDBOX_ESMS_API_KEY: text.default('sandbox-esms-key'),
    SANDBOX_ESMS_SECRET_KEY: text.default('sandbox-esms-secret'),
    SANDBOX_ESMS_BRANDNAME: text.default('QuyDoi'),
    SANDBOX_ESMS_TEXT: text.default('Ma cua ban la {code}'),
  })
  .transform((read) => ({
    apiKey: read.SANDBOX_ESMS_API_KEY,
    secretKey: read.SANDBOX_ESMS_SECRET_KEY,
    brandName: read.SANDBOX_ESMS_BRANDNAME,
    text: read.SANDBOX_ESMS_TEXT,
  }));
