import { nationalMobileNumber } from '@quydoi/domain/customer/mobile-number';
import { z } from 'zod';
import { createHttp } from '../http.ts';
import { RailError, type RailTrouble } from '../rail-error.ts';

/** Settings of eSMS.vn. */
export interface EsmsOptions {
  /** `https://rest.esms.vn` */
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly secretKey: string;
  /** Sender that phones show, as it is registered with the networks. */
  readonly brandName: string;
  /** Text with `{code}`, as it is registered with the networks: they drop any other. */
  readonly text: string;
  /** Of a call. */
  readonly timeoutMs: number;
  readonly fetch?: typeof fetch;
}

/** Sends codes by SMS. Throws RailError, whose messages hold neither number nor code. */
export interface Esms {
  /** @param sms `id` of this SMS alone, at most 50 characters: one that comes twice is sent once; `phone` in E.164 */
  sendCode(sms: { readonly id: string; readonly phone: string; readonly code: string }): Promise<void>;
}

const PATH = 'MainService.svc/json/SendMultipleMessage_V4_post_json/';
/** Messages to customers (CSKH), which codes are. */
const SMS_TYPE = '2';
/** Taken; and taken before, under this RequestId. */
const TAKEN: ReadonlySet<string> = new Set(['100', '124']);
/** Answers about us, not about the SMS: keys (101), prices (102), balance (103), sender (104), IP address (140), account (143), text (146). */
const TROUBLES: Readonly<Record<string, RailTrouble>> = {
  101: 'credentials',
  102: 'suspended',
  103: 'short',
  104: 'credentials',
  140: 'credentials',
  143: 'credentials',
  146: 'suspended',
};

/** https://developers.esms.vn: a string, or a number where the API is older. */
const answer = z.object({ CodeResult: z.union([z.string(), z.number()]).transform(String) });

/** Pages of what stands before the API, such as a firewall: the request did not come to it. */
const TURNED_AWAY: Readonly<Record<number, RailTrouble>> = { 401: 'credentials', 403: 'credentials', 404: 'refused', 429: 'busy', 503: 'busy' };

/**
 * Opens eSMS.vn (`SendMultipleMessage_V4_post_json`). A call without a usable answer is made a second time under its RequestId, which tells what became of
 * the first, or makes up for it. Whether the SMS arrives is not known from any answer.
 */
export function createEsms({ baseUrl, apiKey, secretKey, brandName, text, timeoutMs, fetch }: EsmsOptions): Esms {
  const http = createHttp({ network: 'esms', baseUrl, timeoutMs, ...(fetch ? { fetch } : {}) });
  const ask = async (body: object) => {
    const { status, text: answered } = await http.postJson(PATH, body);
    const result = codeIn(answered);
    const turnedAway = TURNED_AWAY[status];
    if (result === null && turnedAway !== undefined) throw new RailError('esms', turnedAway, 'not-done', `answer of status ${status}`);
    if (result === null) throw new RailError('esms', 'malformed', 'unknown', `answer of status ${status} without CodeResult`);
    if (!TAKEN.has(result)) throw new RailError('esms', TROUBLES[result] ?? 'refused', 'not-done', `CodeResult ${result}`);
  };
  return {
    async sendCode({ id, phone, code }) {
      const body = {
        ApiKey: apiKey,
        SecretKey: secretKey,
        Brandname: brandName,
        SmsType: SMS_TYPE,
        Phone: nationalMobileNumber(phone),
        Content: text.replace('{code}', code),
        IsUnicode: '0',
        RequestId: id,
      };
      try {
        await ask(body);
      } catch (error) {
        if (!(error instanceof RailError) || error.outcome === 'not-done') throw error;
        // A refusal of the second call says nothing of the first.
        await ask(body).catch(() => {
          throw error;
        });
      }
    },
  };
}

function codeIn(text: string): string | null {
  try {
    return answer.safeParse(JSON.parse(text)).data?.CodeResult ?? null;
  } catch {
    return null;
  }
}
