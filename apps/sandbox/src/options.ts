import type { Pace } from './pace.ts';

/** How a sandbox is set up. The credentials are those that the exchange's rails are given. */
export interface SandboxOptions {
  /** Folder of the sandbox's own books. */
  readonly dataFolder: string;
  readonly sepay: { readonly secret: string; readonly token: string; readonly webhookUrl: string };
  readonly vietQr: { readonly clientId: string; readonly apiKey: string };
  readonly perfectMoney: { readonly accountId: string; readonly passPhrase: string; readonly wallet: string };
  /** payOS's payout channel, and the account that it pays from. */
  readonly payOs: { readonly clientId: string; readonly apiKey: string; readonly checksumKey: string; readonly account: string };
  /** Our hot wallet on TRON: it is given money once. */
  readonly tron: { readonly wallet: string };
  /** Where the exchange's REST door is; orders that are to be paid are read there. */
  readonly exchangeUrl: string;
  readonly collectionAccount: string;
  readonly pace?: Partial<Pace>;
  readonly now?: () => Date;
}
