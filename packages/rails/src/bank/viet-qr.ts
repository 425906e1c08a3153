import type { Http, HttpAnswer } from '../http.ts';
import type { Lookup, LookupResult } from '../lookup.ts';
import { RailError } from '../rail-error.ts';
import { vietQrAnswer } from './wire.ts';

const UNAVAILABLE: LookupResult = { state: 'unavailable' };
const INVALID: LookupResult = { state: 'invalid' };
const NAME_LENGTH_MAX = 200;

/** Account numbers that VietQR.io accepts. */
const LOOKED_UP = /^\d{6,19}$/;
/** Plausible account numbers of Vietnamese banks, aliases included. */
const PLAUSIBLE = /^[0-9A-Z]{4,19}$/i;

/** The account was found. */
const FOUND_CODE = '00';
/**
 * Codes that concern the account: 21 malformed, 42 not found. All others concern the bank (22, 41), the service (45: all of its
 * sources are busy) or our credentials.
 */
const INVALID_CODES: readonly string[] = ['21', '42'];

/** Settings of VietQR.io. */
export interface VietQrSettings {
  readonly clientId: string;
  readonly apiKey: string;
  /** BIN of a bank by our code; null where it has none. */
  readonly binOf: (bank: string) => string | null;
}

/** Holder names of bank accounts by VietQR.io v2. Never throws: every provider failure is `unavailable`. */
export function createVietQr(settings: VietQrSettings, http: Http): Lookup {
  const headers = { 'x-client-id': settings.clientId, 'x-api-key': settings.apiKey };
  return {
    async find(account, bank) {
      if (!PLAUSIBLE.test(account)) return INVALID;
      const bin = bank === null ? null : settings.binOf(bank);
      if (bin === null || !LOOKED_UP.test(account)) return UNAVAILABLE;
      try {
        return readVietQr(await http.postJson('v2/lookup', { bin, accountNumber: account }, headers));
      } catch (error) {
        if (error instanceof RailError) return UNAVAILABLE;
        throw error;
      }
    },
  };
}

/** Parses VietQR.io's response. Only a code that concerns the account makes it `invalid`. */
export function readVietQr(answer: HttpAnswer): LookupResult {
  if (answer.status >= 500 || [401, 402, 403, 429].includes(answer.status)) return UNAVAILABLE;
  let json: unknown;
  try {
    json = JSON.parse(answer.text);
  } catch {
    return UNAVAILABLE;
  }
  const parsed = vietQrAnswer.safeParse(json);
  if (!parsed.success) return UNAVAILABLE;
  const { code, data } = parsed.data;
  const name =
    data?.accountName
      ?.toWellFormed()
      .replace(/[\p{Cc}\s]+/gu, ' ')
      .trim() ?? '';
  if (code === FOUND_CODE) return name !== '' && name.length <= NAME_LENGTH_MAX ? { state: 'found', name } : UNAVAILABLE;
  return INVALID_CODES.includes(code) ? INVALID : UNAVAILABLE;
}
