import { z } from 'zod';
import { NETWORK_LIST, type NetworkOptions } from './networks.ts';
import type { SandboxOptions } from './options.ts';
import { smsOptions } from './sms/options.ts';

const env = z.object({
  SANDBOX_PORT: z.coerce.number().int().min(0).max(65_535).default(3100),
  /** Port of the mail server; 0 for any free one. */
  SANDBOX_SMTP_PORT: z.coerce.number().int().min(0).max(65_535).default(3125),
  SANDBOX_HOST: z.string().min(1).default('127.0.0.1'),
  SANDBOX_DATA: z.string().min(1).default('.data/sandbox'),
  SANDBOX_EXCHANGE_URL: z.url().default('http://localhost:3000'),
});

/** Listening address and options of a sandbox process. */
export interface SandboxEnv {
  readonly port: number;
  readonly smtpPort: number;
  readonly host: string;
  readonly options: SandboxOptions;
}

/**
 * Reads the sandbox's environment: the variables above, those of each network's folder and those of SMS.
 * @throws Error naming every invalid variable
 */
export function readEnv(variables: Readonly<Record<string, string | undefined>>): SandboxEnv {
  const own = env.safeParse(variables);
  const networks = NETWORK_LIST.map(([code, { options }]) => [code, options.safeParse(variables)] as const);
  const sms = smsOptions.safeParse(variables);
  const issues = [own, sms, ...networks.map(([, parsed]) => parsed)].flatMap(({ error }) => error?.issues ?? []);
  if (!own.success || !sms.success || issues.length > 0)
    throw new Error(`environment: ${issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('; ')}`);
  const options = Object.fromEntries(networks.map(([code, { data }]) => [code, data])) as unknown as NetworkOptions;
  return {
    port: own.data.SANDBOX_PORT,
    smtpPort: own.data.SANDBOX_SMTP_PORT,
    host: own.data.SANDBOX_HOST,
    options: { dataFolder: own.data.SANDBOX_DATA, exchangeUrl: own.data.SANDBOX_EXCHANGE_URL, networks: options, sms: sms.data },
  };
}
