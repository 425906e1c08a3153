import type { NetworkOptions } from './networks.ts';
import type { SmsOptions } from './sms/options.ts';

/** Configuration of a sandbox. The credentials are those that the exchange's rails are given. */
export interface SandboxOptions {
  /** Folder of the sandbox's own books. */
  readonly dataFolder: string;
  /** Base URL of the exchange; orders that are to be paid are read from its REST API. */
  readonly exchangeUrl: string;
  readonly networks: NetworkOptions;
  readonly sms: SmsOptions;
  readonly now?: () => Date;
}
