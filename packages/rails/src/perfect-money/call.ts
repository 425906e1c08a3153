import { RailError, type RailTrouble } from '../rail-error.ts';
import { type ErrorMeaning, meaningOf } from './errors.ts';
import { errorOf, readPage } from './page.ts';
import { withoutCodes } from './without-codes.ts';

/** Requests one of Perfect Money's pages. @throws RailError when it is unreachable */
export type Call = (page: string, fields: Readonly<Record<string, string>>) => Promise<Answer>;

/** Response of a page. */
export interface Answer {
  readonly isOk: boolean;
  readonly page: string;
  readonly text: string;
}

/** Builds the error for an unexpected response. It quotes no number or code of a voucher. */
export function troubleOf(answer: Answer): RailError {
  const detail = readPage(answer.text).field('ERROR') ?? errorOf(answer.text);
  const why = detail === null ? (answer.isOk ? 'something else' : 'with a failure') : withoutCodes(detail);
  const meaning = detail === null ? null : meaningOf(detail);
  return new RailError('perfect-money', answer.isOk ? troubleBy(meaning) : 'unreachable', 'unknown', `${answer.page} answered ${why}`);
}

function troubleBy(meaning: ErrorMeaning | null): RailTrouble {
  if (meaning === null) return 'malformed';
  if (meaning === 'temporary' || meaning === 'later') return 'busy';
  return meaning === 'credentials' ? 'credentials' : 'refused';
}
