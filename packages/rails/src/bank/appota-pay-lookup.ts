import { createHash } from 'node:crypto';
import type { Http, HttpAnswer } from '../http.ts';
import type { Lookup, LookupResult } from '../lookup.ts';
import { RailError } from '../rail-error.ts';
import { type AppotaPayKeys, appotaPayAccountInfo, appotaPayToken, isAppotaPaySignature, signAppotaPay } from './appota-pay-wire.ts';
import { parseJson } from './reported-transfer.ts';

const UNAVAILABLE: LookupResult = { state: 'unavailable' };
const INVALID: LookupResult = { state: 'invalid' };
const NAME_LENGTH_MAX = 200;
/** Account numbers that AppotaPay accepts. */
const ACCOUNT = /^[0-9A-Z]{4,22}$/i;
/**
 * Error codes that concern the account: 160 and 161 malformed, 200 wrong number or name (docs.appotapay.com, firm banking). All others concern the bank,
 * the service or our credentials.
 */
const INVALID_CODES: readonly number[] = [160, 161, 200];

/** Settings of AppotaPay's name look-up. */
export interface AppotaPaySettings extends AppotaPayKeys {
  /** AppotaPay's code of a bank by ours; null where it has none. */
  readonly codeOf: (bank: string) => string | null;
}

/** Holder names of bank accounts by AppotaPay's firm banking. Never throws: every provider failure is `unavailable`. */
export function createAppotaPayLookup(settings: AppotaPaySettings, http: Http): Lookup {
  return {
    async find(account, bank, now) {
      if (!ACCOUNT.test(account)) return INVALID;
      const bankCode = bank === null ? null : settings.codeOf(bank);
      if (bankCode === null) return UNAVAILABLE;
      const asked = { accountNo: account, accountType: 'account', bankCode, partnerRefId: refOf(bankCode, account, now) };
      const body = { ...asked, signature: signAppotaPay(settings.secretKey, asked) };
      const headers = { 'X-APPOTAPAY-AUTH': `Bearer ${appotaPayToken(settings, now)}` };
      try {
        return readAccountInfo(settings.secretKey, account, await http.postJson('api/v1/service/transfer/bank/account/info', body, headers));
      } catch (error) {
        if (error instanceof RailError) return UNAVAILABLE;
        throw error;
      }
    },
  };
}

/** Our id of a look-up, which AppotaPay wants to be new each time. */
function refOf(bankCode: string, account: string, now: Date): string {
  return `L${createHash('sha256').update(`${bankCode} ${account} ${now.getTime()}`).digest('hex').slice(0, 29)}`;
}

/** Parses AppotaPay's answer. A name counts with its signature only; an account is invalid only by a code that says so. */
export function readAccountInfo(secretKey: string, account: string, answer: HttpAnswer): LookupResult {
  const parsed = appotaPayAccountInfo.safeParse(parseJson(answer.text));
  if (!parsed.success || answer.status >= 500 || [401, 403, 429].includes(answer.status)) return UNAVAILABLE;
  const { errorCode, accountInfo, signature } = parsed.data;
  if (errorCode !== 0) return INVALID_CODES.includes(errorCode) ? INVALID : UNAVAILABLE;
  if (!accountInfo) return UNAVAILABLE;
  const { accountNo, accountName } = accountInfo;
  const isOurs = String(accountNo).replace(/^0+/, '') === account.replace(/^0+/, '').toUpperCase();
  if (!isOurs || !isAppotaPaySignature(secretKey, { accountName, accountNo, errorCode }, signature)) return UNAVAILABLE;
  const name = accountName
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  return name !== '' && name.length <= NAME_LENGTH_MAX ? { state: 'found', name } : UNAVAILABLE;
}
