import type { HttpAnswer } from '../http.ts';
import { RailError, type RailTrouble } from '../rail-error.ts';
import { parseJson, type Reporter } from './reported-transfer.ts';

/** Error for an answer other than 200. Providers refuse credentials by a 401 in JSON; a 403 or a page comes from something before them. */
export function listRefusal(reporter: Reporter, what: string, { status, text }: HttpAnswer): RailError {
  return new RailError('bank', troubleOf(status, isObject(parseJson(text))), 'unknown', `${reporter} ${what} answered ${status}`);
}

function troubleOf(status: number, isJson: boolean): RailTrouble {
  if (status === 401) return isJson ? 'credentials' : 'unreachable';
  if (status === 429) return 'busy';
  return status === 403 || status >= 500 ? 'unreachable' : 'refused';
}

function isObject(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && !Array.isArray(answer);
}
