import { DAY_MS } from '@quydoi/domain/durations';
import type { Http } from '../http.ts';
import { RailError } from '../rail-error.ts';
import { elementAt, elementsIn, readXml, type XmlElement } from './xml.ts';

/** A WMID's passport, by interface X11. */
export interface Passport {
  /** Holder's name where it is public, else their nickname, else the WMID. */
  readonly name: string;
  /** Kind of the passport (`tid`): 100 alias, 110 formal, 120 initial, 130 personal, and higher ones. */
  readonly kind: number;
  readonly isRecalled: boolean;
  /** When the WMID was registered; null when X11 does not tell. */
  readonly registeredAt: Date | null;
}

/** Lowest kind of a passport that payouts are made to. */
export const FORMAL_PASSPORT = 110;
/** How long a WMID counts as new. */
export const NEW_FOR_MS = 7 * DAY_MS;

const NAME_LENGTH_MAX = 100;
/** X11's codes: done; no such WMID. */
const DONE = '0';
const UNKNOWN_WMID = '2';
/** Dates are of Moscow, three hours ahead of UTC. */
const MOSCOW_AHEAD_MS = 3 * 3_600_000;

/** Asks X11, which tells public data without a signature; null when there is no such WMID. @throws RailError when X11 gives no readable answer */
export async function findPassport(http: Http, wmid: string): Promise<Passport | null> {
  const params = '<params><dict>0</dict><info>1</info><mode>0</mode></params>';
  const xml = `<request><wmid></wmid><passportwmid>${wmid}</passportwmid><sign></sign>${params}</request>`;
  const answer = await http.postXml('asp/XMLGetWMPassportUtf8.asp', xml);
  if (answer.status !== 200) throw new RailError('webmoney', 'unreachable', 'not-done', `X11 answered ${answer.status}`);
  return readPassport(answer.text, wmid);
}

/** Parses X11's answer; null when there is no such WMID. @throws RailError */
export function readPassport(text: string, wmid: string): Passport | null {
  const root = readXml(text);
  const retval = root?.name === 'response' ? (root.attributes.retval ?? '') : '';
  if (retval === UNKNOWN_WMID) return null;
  if (retval !== DONE) throw new RailError('webmoney', 'malformed', 'not-done', `X11 answered ${retval.slice(0, 20) || 'something else'}`);
  const info = elementAt(root, 'certinfo');
  const [held] = elementsIn(elementAt(info, 'attestat'), 'row').toSorted((a, b) => kindOf(b) - kindOf(a));
  // No row: no such WMID.
  if (!held) return null;
  const entry = elementsIn(elementAt(info, 'wmids'), 'row').find(({ attributes }) => attributes.wmid === wmid);
  return {
    name: nameOf(elementAt(info, 'userinfo', 'value', 'row'), entry) ?? `WMID ${wmid}`,
    kind: kindOf(held),
    isRecalled: held.attributes.recalled === '1',
    registeredAt: dateOf(entry?.attributes.datereg ?? ''),
  };
}

function kindOf({ attributes }: XmlElement): number {
  return /^\d{1,4}$/.test(attributes.tid ?? '') ? Number(attributes.tid) : 0;
}

/** A name as it may be shown and stored: no semicolon, which marks begin with. */
function nameOf(person: XmlElement | null, entry: XmlElement | undefined): string | null {
  const { fname = '', iname = '', oname = '', nickname = '' } = person?.attributes ?? {};
  const texts = [[fname, iname, oname].join(' '), nickname, entry?.attributes.nickname ?? ''];
  const names = texts.map((text) =>
    text
      .toWellFormed()
      .replace(/[\p{Cc}\s;]+/gu, ' ')
      .trim()
      .slice(0, NAME_LENGTH_MAX),
  );
  return names.find((name) => name !== '') ?? null;
}

const DAY_FIRST = /^(\d{2})\.(\d{2})\.(\d{4})(?: (\d{1,2}):(\d{2})(?::(\d{2}))?)?$/;
const YEAR_FIRST = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2}))?)?/;

/** A date as X11 writes it (`19.11.2026 08:15:00`, or year first), of Moscow; null when it is none. */
function dateOf(text: string): Date | null {
  const dayFirst = DAY_FIRST.exec(text.trim());
  const match = dayFirst ?? YEAR_FIRST.exec(text.trim());
  if (!match) return null;
  const [first, month, last, hour, minute, second] = match.slice(1).map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const [year, day] = dayFirst ? [last, first] : [first, last];
  return new Date(Date.UTC(year, month - 1, day, hour, minute, second) - MOSCOW_AHEAD_MS);
}
