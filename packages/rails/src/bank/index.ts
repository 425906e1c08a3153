import { findBank } from '@quydoi/domain/banks';
import { createHttp } from '../http.ts';
import type { Lookup, PayIn, Rail } from '../rail.ts';
import { createSePay } from './sepay.ts';
import { createVietQr } from './viet-qr.ts';

/** What the bank rail needs: SePay for money in, VietQR.io for holder names. Transfers out are made by hand. */
export interface BankRailOptions {
  readonly sepay: {
    /** Webhook secrets: one, or two while they are being changed. */
    readonly secrets: readonly string[];
    /** `https://userapi.sepay.vn` */
    readonly apiBaseUrl: string;
    readonly apiToken: string;
  };
  readonly vietQr: {
    /** `https://api.vietqr.io` */
    readonly baseUrl: string;
    readonly clientId: string;
    readonly apiKey: string;
  };
  /** Number of the account that customers pay into. */
  readonly collectionAccount: string;
  readonly fetch?: typeof fetch;
  /** For one call to a provider. */
  readonly timeoutMs: number;
}

const binOf = (bank: string) => findBank(bank)?.bin ?? null;

/** The rail of Vietnamese bank transfers. */
export function createBankRail(options: BankRailOptions): Rail & { readonly payIn: Required<PayIn>; readonly lookup: Lookup } {
  const { sepay, vietQr, collectionAccount, timeoutMs } = options;
  const shared = { rail: 'bank', timeoutMs, ...(options.fetch ? { fetch: options.fetch } : {}) } as const;
  return {
    code: 'bank',
    payIn: createSePay({ secrets: sepay.secrets, apiToken: sepay.apiToken, collectionAccount }, createHttp({ ...shared, baseUrl: sepay.apiBaseUrl })),
    lookup: createVietQr({ clientId: vietQr.clientId, apiKey: vietQr.apiKey, binOf }, createHttp({ ...shared, baseUrl: vietQr.baseUrl })),
  };
}
