import { z } from 'zod';
import type { Http, HttpAnswer } from '../http.ts';
import { RailError, type RailTrouble } from '../rail-error.ts';

/** Pages of the JSON API (`https://w3s.webmoney.com/json/V1/`). */
export type JsonPage = 'Transact' | 'GetOperations' | 'GetPurses' | 'Introspect';

/** Answer of a page: its code and the whole body. */
export interface JsonAnswer {
  /** Zero on success; otherwise of the tables of X2, X3 and X9, or one of HTTP (401). Null where the page has none (`Introspect`). */
  readonly retval: number | null;
  readonly detail: string;
  readonly body: unknown;
}

/** Calls a page. @throws RailError outcome `unknown` when it gives no readable answer */
export type JsonCall = (page: JsonPage, fields: Readonly<Record<string, unknown>>) => Promise<JsonAnswer>;

const envelope = z.object({ retval: z.number().int().nullish(), retdesc: z.string().nullish() });
const HTTP_UNAUTHORIZED = 401;
/** WebMoney answers requests that it cannot process with HTTP 400 and a `retval`. */
const ANSWER_STATUSES: readonly number[] = [200, 400, HTTP_UNAUTHORIZED];
const DETAIL_LENGTH_MAX = 200;

/**
 * Creates the caller of the JSON API. The token is bound to one purse and to a set of permissions.
 * @param token JWT made by hand at security.webmoney.com
 */
export function createJsonApi(http: Http, token: string): JsonCall {
  return async (page, fields) => {
    const answer = await http.postJson(`${page}.ashx`, fields, { authorization: `Bearer ${token}` });
    return readAnswer(page, answer);
  };
}

/**
 * Parses an answer. A 401 is a refusal of our token only in WebMoney's own words; a page comes from something before it, as any 403 does.
 * @throws RailError
 */
export function readAnswer(page: JsonPage, { status, text }: HttpAnswer): JsonAnswer {
  const fail = (trouble: RailTrouble, why: string) => new RailError('webmoney', trouble, 'unknown', `${page} answered ${status}${why}`);
  if (status === 429) throw fail('busy', '');
  if (!ANSWER_STATUSES.includes(status)) throw fail('unreachable', '');
  const body = parseJson(text);
  const parsed = envelope.safeParse(body);
  if (!parsed.success) throw fail(status === 200 ? 'malformed' : 'unreachable', ' with something else than its JSON');
  const { retval = null, retdesc } = parsed.data;
  const detail = `${retval ?? ''} ${retdesc ?? ''}`.trim().slice(0, DETAIL_LENGTH_MAX);
  if (retval === HTTP_UNAUTHORIZED) throw fail('credentials', `: ${detail}`);
  if (status === HTTP_UNAUTHORIZED) throw fail('unreachable', ' without saying why');
  return { retval, detail, body };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
