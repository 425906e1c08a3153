import { findBank } from '@quydoi/domain/bank/banks';
import { createHttp, type Http } from '../http.ts';
import type { Lookup } from '../lookup.ts';
import type { KeyedPayouts } from '../payout.ts';
import type { NamedPayouts, Rail } from '../rail.ts';
import type { ListSource, Source, WebhookSource } from '../source.ts';
import { createAppotaPayLookup } from './appota-pay-lookup.ts';
import { createAppotaPayPayouts } from './appota-pay-payouts.ts';
import type { AppotaPayKeys } from './appota-pay-wire.ts';
import { createCassoList, createCassoWebhook } from './casso.ts';
import { createPayOs, type PayOsCall } from './pay-os.ts';
import { createSePay, createSePayWebhook, SEPAY_PAUSE_MS, type SePaySources } from './sepay.ts';
import { readSePayBalances } from './sepay-balances.ts';
import { MEMO_WAIT_MS } from './sepay-held.ts';
import { createVietQr } from './viet-qr.ts';

/** SePay: pay-ins. */
export interface SePayOptions {
  /** Webhook secrets: one, or two during rotation. */
  readonly secrets: readonly string[];
  /** `https://userapi.sepay.vn` */
  readonly apiBaseUrl: string;
  readonly apiToken: string;
  /** Pause between reads of the list. Default 5 s. */
  readonly pollMs?: number;
  /** How long a row without a memo is read again before it is reported as it is. Default 2 min. */
  readonly memoWaitMs?: number;
}

/** SePay's list and balances, for the process that confirms payments with a read-only token of its own. */
export interface SePayFirstHandOptions {
  /** `https://userapi.sepay.vn` */
  readonly apiBaseUrl: string;
  readonly apiToken: string;
  /** As of `SePayOptions`. */
  readonly memoWaitMs?: number;
}

/** Webhooks alone, for a process that checks and stores them. */
export interface BankWebhookOptions {
  /** Of SePay. */
  readonly secrets: readonly string[];
  /** Of Casso; absent where it is not used. */
  readonly cassoKeys?: readonly string[] | undefined;
}

/** Casso's list: a second source of the same payments, and a second way to confirm them. */
export interface CassoOptions {
  /** `https://oauth.casso.vn` */
  readonly apiBaseUrl: string;
  readonly apiKey: string;
  /** As of `SePayOptions`. */
  readonly pollMs?: number;
  readonly memoWaitMs?: number;
}

const POLL_MS = 5_000;

/** VietQR.io: holder names. */
export interface VietQrOptions {
  /** `https://api.vietqr.io` */
  readonly baseUrl: string;
  readonly clientId: string;
  readonly apiKey: string;
}

/** AppotaPay: holder names, and payouts. Its secret key can pay out, so only the role that spends has it. */
export interface AppotaPayOptions extends AppotaPayKeys {
  /** `https://gateway.appotapay.com` */
  readonly baseUrl: string;
  /** Largest transfer that it takes of us, in dong; absent where it makes no payouts. */
  readonly transferMax?: bigint | undefined;
}

/** payOS: payouts. The keys of its payout channel can spend. */
export interface PayOsOptions {
  /** `https://api-merchant.payos.vn` */
  readonly baseUrl: string;
  readonly clientId: string;
  readonly apiKey: string;
  readonly checksumKey: string;
  /** The account that payouts are made from; a balance of any other account is rejected. */
  readonly sourceAccount?: string;
}

/** Options of the bank rail. Each process sets those it has credentials for. */
export interface BankRailOptions {
  readonly sepay?: SePayOptions;
  readonly webhook?: BankWebhookOptions;
  /** A second source next to `sepay`: the list, and the keys of the webhooks if Casso sends any. */
  readonly casso?: (CassoOptions & { readonly keys?: readonly string[] | undefined }) | undefined;
  readonly vietQr?: VietQrOptions | undefined;
  readonly appotaPay?: AppotaPayOptions | undefined;
  readonly payOs?: PayOsOptions;
  readonly firstHand?: SePayFirstHandOptions;
  /** Beside `firstHand`, with a key of this process's own: either suffices. */
  readonly cassoFirstHand?: CassoOptions | undefined;
  readonly fetch?: typeof fetch;
  /** Deadline of one provider call. */
  readonly timeoutMs: number;
}

/** The bank rail, with the capabilities that its options enable. */
export type BankRail<O extends BankRailOptions> = Rail &
  (O extends { readonly webhook: BankWebhookOptions } ? { readonly sources: readonly [WebhookSource] } : unknown) &
  (O extends { readonly sepay: SePayOptions } ? { readonly sources: readonly [...SePaySources, ...Source[]] } : unknown) &
  (O extends { readonly vietQr: VietQrOptions } ? { readonly lookup: Lookup } : unknown) &
  (O extends { readonly appotaPay: AppotaPayOptions } ? { readonly lookup: Lookup } : unknown) &
  (O extends { readonly payOs: PayOsOptions } ? { readonly payouts: KeyedPayouts } : unknown) &
  (O extends { readonly appotaPay: { readonly transferMax: bigint } } ? { readonly otherPayouts: readonly [NamedPayouts] } : unknown);

const binOf = (bank: string) => findBank(bank)?.bin ?? null;
const appotaPayCodeOf = (bank: string) => findBank(bank)?.appotaPay ?? null;

/** The rail of Vietnamese bank transfers. */
export function createBankRail<O extends BankRailOptions>(options: O): BankRail<O> {
  const rail: Rail = {
    code: 'bank',
    ...ownAccountsOf(options),
    ...sourcesOf(options),
    ...firstHandOf(options),
    ...lookupOf(options),
    ...payoutsOf(options),
    ...otherPayoutsOf(options),
  };
  return rail as BankRail<O>;
}

function ownAccountsOf({ payOs }: BankRailOptions): Pick<Rail, 'ownAccounts'> {
  return payOs?.sourceAccount === undefined ? {} : { ownAccounts: [payOs.sourceAccount] };
}

function sourcesOf(options: BankRailOptions): Pick<Rail, 'sources'> {
  const { webhook, sepay, casso } = options;
  if (!sepay) return webhook ? { sources: [createSePayWebhook(webhook.secrets), ...cassoWebhooks(webhook.cassoKeys)] } : {};
  const { secrets, apiToken, apiBaseUrl, pollMs = POLL_MS, memoWaitMs = MEMO_WAIT_MS } = sepay;
  const pace = { pollMs, memoWaitMs, minPauseMs: SEPAY_PAUSE_MS.find };
  const lists = casso ? [cassoList(options, casso)] : [];
  return { sources: [...createSePay({ secrets, apiToken, ...pace }, httpOf(options, apiBaseUrl)), ...lists, ...cassoWebhooks(casso?.keys)] };
}

function cassoWebhooks(keys: readonly string[] | undefined): readonly Source[] {
  return keys ? [createCassoWebhook(keys)] : [];
}

function cassoList(options: BankRailOptions, { apiBaseUrl, apiKey, pollMs = POLL_MS, memoWaitMs = MEMO_WAIT_MS }: CassoOptions): ListSource {
  return createCassoList({ apiKey, pollMs, memoWaitMs }, httpOf(options, apiBaseUrl));
}

function firstHandOf(options: BankRailOptions): Pick<Rail, 'firstHand' | 'collected'> {
  const { firstHand, cassoFirstHand } = options;
  if (!firstHand) return {};
  const { apiBaseUrl, memoWaitMs = MEMO_WAIT_MS, ...settings } = firstHand;
  const pace = { pollMs: POLL_MS, minPauseMs: SEPAY_PAUSE_MS.confirm, memoWaitMs };
  const http = httpOf(options, apiBaseUrl);
  const [source] = createSePay({ ...settings, ...pace, secrets: [] }, http);
  const others = cassoFirstHand ? [cassoList(options, cassoFirstHand)] : [];
  return { firstHand: { by: 'list', source, others }, collected: (isZeroTold) => readSePayBalances(http, settings.apiToken, isZeroTold) };
}

function lookupOf(options: BankRailOptions): Pick<Rail, 'lookup'> {
  const { appotaPay } = options;
  if (appotaPay) return { lookup: createAppotaPayLookup({ ...appotaPay, codeOf: appotaPayCodeOf }, httpOf(options, appotaPay.baseUrl)) };
  if (!options.vietQr) return {};
  const { baseUrl, clientId, apiKey } = options.vietQr;
  return { lookup: createVietQr({ clientId, apiKey, binOf }, httpOf(options, baseUrl)) };
}

function payoutsOf(options: BankRailOptions): Pick<Rail, 'payouts'> {
  if (!options.payOs) return {};
  const { baseUrl, ...settings } = options.payOs;
  return { payouts: createPayOs({ ...settings, binOf }, hearSignature(options, baseUrl)) };
}

function otherPayoutsOf(options: BankRailOptions): Pick<Rail, 'otherPayouts'> {
  const { appotaPay } = options;
  if (appotaPay?.transferMax === undefined) return {};
  const settings = { ...appotaPay, transferMax: appotaPay.transferMax, codeOf: appotaPayCodeOf };
  return { otherPayouts: [createAppotaPayPayouts(settings, httpOf(options, appotaPay.baseUrl))] };
}

function httpOf({ timeoutMs, fetch }: BankRailOptions, baseUrl: string): Http {
  return createHttp({ network: 'bank', timeoutMs, baseUrl, ...(fetch ? { fetch } : {}) });
}

/** payOS signs responses in a header, which `Http` does not expose: each call uses its own client with a wrapped `fetch` that captures the header. */
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
