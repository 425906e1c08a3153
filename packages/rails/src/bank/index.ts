import { findBank } from '@quydoi/domain/banks';
import { createHttp, type Http } from '../http.ts';
import type { KeyedPayOut, Lookup, PayIn, Rail } from '../rail.ts';
import { createPayOs, type PayOsCall } from './pay-os.ts';
import { createSePay } from './sepay.ts';
import { createVietQr } from './viet-qr.ts';

/** SePay, for money in. */
export interface SePayOptions {
  /** Webhook secrets: one, or two while they are being changed. */
  readonly secrets: readonly string[];
  /** `https://userapi.sepay.vn` */
  readonly apiBaseUrl: string;
  readonly apiToken: string;
}

/** VietQR.io, for holders' names. */
export interface VietQrOptions {
  /** `https://api.vietqr.io` */
  readonly baseUrl: string;
  readonly clientId: string;
  readonly apiKey: string;
}

/** payOS, for money out: the keys of its payout channel spend money. */
export interface PayOsOptions {
  /** `https://api-merchant.payos.vn` */
  readonly baseUrl: string;
  readonly clientId: string;
  readonly apiKey: string;
  readonly checksumKey: string;
  /** The account that payouts are made from; a balance of any other is refused. */
  readonly sourceAccount?: string;
}

/** What the bank rail may be given. Each process gives what it holds: the reading one SePay and VietQR.io, the signing one payOS. */
export type BankRailOptions = {
  readonly vietQr?: VietQrOptions;
  readonly payOs?: PayOsOptions;
  readonly fetch?: typeof fetch;
  /** For one call to a provider. */
  readonly timeoutMs: number;
} & (
  | {
      readonly sepay: SePayOptions;
      /** Number of the account that customers pay into. */
      readonly collectionAccount: string;
    }
  | { readonly sepay?: never }
);

/** The bank rail with the parts that its options make. */
export type BankRail<O extends BankRailOptions> = Rail &
  (O extends { readonly sepay: SePayOptions } ? { readonly payIn: Required<PayIn> } : unknown) &
  (O extends { readonly vietQr: VietQrOptions } ? { readonly lookup: Lookup } : unknown) &
  (O extends { readonly payOs: PayOsOptions } ? { readonly payOut: KeyedPayOut } : unknown);

const binOf = (bank: string) => findBank(bank)?.bin ?? null;

/** The rail of Vietnamese bank transfers. */
export function createBankRail<O extends BankRailOptions>(options: O): BankRail<O> {
  const rail: Rail = { code: 'bank', ...payInOf(options), ...lookupOf(options), ...payOutOf(options) };
  return rail as BankRail<O>;
}

function payInOf(options: BankRailOptions): Pick<Rail, 'payIn'> {
  if (!options.sepay) return {};
  const { secrets, apiToken, apiBaseUrl } = options.sepay;
  return { payIn: createSePay({ secrets, apiToken, collectionAccount: options.collectionAccount }, httpOf(options, apiBaseUrl)) };
}

function lookupOf(options: BankRailOptions): Pick<Rail, 'lookup'> {
  if (!options.vietQr) return {};
  const { baseUrl, clientId, apiKey } = options.vietQr;
  return { lookup: createVietQr({ clientId, apiKey, binOf }, httpOf(options, baseUrl)) };
}

function payOutOf(options: BankRailOptions): Pick<Rail, 'payOut'> {
  if (!options.payOs) return {};
  const { baseUrl, ...settings } = options.payOs;
  return { payOut: createPayOs({ ...settings, binOf }, hearSignature(options, baseUrl)) };
}

function httpOf({ timeoutMs, fetch }: BankRailOptions, baseUrl: string): Http {
  return createHttp({ rail: 'bank', timeoutMs, baseUrl, ...(fetch ? { fetch } : {}) });
}

/** payOS signs its answers in a header, which the client leaves out: each call has a client of its own, whose answer is overheard. */
function hearSignature(options: BankRailOptions, baseUrl: string): PayOsCall {
  httpOf(options, baseUrl);
  return async (ask) => {
    let signature: string | null = null;
    const overheard: typeof fetch = async (...call) => {
      const response = await (options.fetch ?? fetch)(...call);
      signature = response.headers.get('x-signature');
      return response;
    };
    const answer = await ask(httpOf({ ...options, fetch: overheard }, baseUrl));
    return { ...answer, signature };
  };
}
