import type { FirstHandList } from '../first-hand.ts';
import { createHttp, type Http } from '../http.ts';
import type { Lookup } from '../lookup.ts';
import type { KeyedPayouts } from '../payout.ts';
import type { Rail } from '../rail.ts';
import type { ListSource } from '../source.ts';
import { createHolderLookup } from './holder-lookup.ts';
import { createJsonApi } from './json-api.ts';
import { createOperationList } from './pay-in.ts';
import { createPayouts } from './payouts.ts';
import type { WinProAccess } from './win-pro.ts';
import { purse } from './wire.ts';

const POLL_MS = 5_000;
/** Response limit: a period with tens of thousands of operations. A longer list is read in parts. */
const ANSWER_BYTES_MAX = 8_000_000;
/** Pause after an answer of the list. WebMoney publishes no rate limit. */
const LIST_PAUSE_MS = 500;

/** Options of the WebMoney rail in the role that spends. */
export interface WebMoneyRailOptions {
  /** `https://w3s.webmoney.com/json/V1` */
  readonly jsonUrl: string;
  /** JWT of our purse, with the permissions `trans transHist balance`. */
  readonly token: string;
  /** Our purse, `Z…`, which customers pay into and payouts are made from. */
  readonly ourPurse: string;
  /** Of interface X8: `https://w3s.web.money` */
  readonly interfacesUrl: string;
  /** Of interface X11: `https://apipassport.web.money` */
  readonly passportsUrl: string;
  readonly winPro: WinProAccess;
  /** Pause between reads of the operations. Default 5 s. */
  readonly pollMs?: number;
  readonly fetch?: typeof fetch;
  /** Deadline of one call. */
  readonly timeoutMs: number;
}

/** The WebMoney rail with all that the role that spends can do. */
export type WebMoneyRail = Rail & {
  readonly sources: readonly [ListSource];
  readonly firstHand: FirstHandList;
  readonly payouts: KeyedPayouts;
  readonly lookup: Lookup;
};

/** The rail of transfers in WMZ. Pay-ins and payouts use one purse. */
export function createWebMoneyRail(options: WebMoneyRailOptions): WebMoneyRail {
  const { token, winPro, pollMs = POLL_MS } = options;
  const ourPurse = purse(options.ourPurse);
  const access = { call: createJsonApi(httpOf(options, options.jsonUrl), token), ourPurse };
  const operations: ListSource = { ...createOperationList(access, pollMs), minPauseMs: LIST_PAUSE_MS };
  return {
    code: 'webmoney',
    ownAccounts: [ourPurse],
    sources: [operations],
    firstHand: { by: 'list', source: operations },
    payouts: createPayouts(access),
    lookup: createHolderLookup({
      interfaces: httpOf(options, options.interfacesUrl),
      passports: httpOf(options, options.passportsUrl),
      winPro,
    }),
  };
}

function httpOf({ timeoutMs, fetch }: WebMoneyRailOptions, baseUrl: string): Http {
  return createHttp({ network: 'webmoney', baseUrl, timeoutMs, answerBytesMax: ANSWER_BYTES_MAX, ...(fetch ? { fetch } : {}) });
}
