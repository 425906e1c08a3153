import type { Http } from '../http.ts';
import { RailError } from '../rail-error.ts';
import type { WinProAccess } from './win-pro.ts';
import { signedAs } from './win-pro.ts';
import { elementAt, readXml } from './xml.ts';

/** What interface X8 says about a purse. */
export interface PurseOwner {
  readonly wmid: string;
  /** Whether it can be paid by a transfer: not closed, open to strangers' transfers. */
  readonly isPayable: boolean;
  /** Whether its limit of incoming money is used up. */
  readonly isLimited: boolean;
}

/** X8's codes: one found, none found. */
const FOUND = '1';
const NOT_FOUND = '0';
/** Codes that refuse our signature, WMID, IP address or access. */
const CREDENTIAL_CODES: readonly string[] = ['-12', '-14', '-110', '110', '111'];
/** Bit of `themselfcorrstate` by which an owner refuses payments from those who are not among their correspondents. */
const REFUSES_STRANGERS = 8;

/**
 * Asks X8 whose purse one is; null when there is no such purse.
 * @param reqn request number: larger than every one before it, of this WMID
 * @throws RailError when X8 gives no readable answer
 */
export async function findPurseOwner(http: Http, access: WinProAccess, purse: string, reqn: number): Promise<PurseOwner | null> {
  const { wmid, sign } = signedAs(access, purse);
  const question = `<testwmpurse><wmid></wmid><purse>${purse}</purse></testwmpurse>`;
  const xml = `<w3s.request><reqn>${reqn}</reqn><wmid>${wmid}</wmid><sign>${sign}</sign>${question}</w3s.request>`;
  const answer = await http.postXml('asp/XMLFindWMPurseNew.asp', xml);
  if (answer.status !== 200) throw new RailError('webmoney', 'unreachable', 'not-done', `X8 answered ${answer.status}`);
  return readPurseOwner(answer.text, purse);
}

/** Parses X8's answer. Flags of -1 are not known, and count as unset. @throws RailError */
export function readPurseOwner(text: string, purse: string): PurseOwner | null {
  const root = readXml(text);
  const retval = elementAt(root, 'retval')?.text ?? '';
  if (retval === NOT_FOUND) return null;
  if (retval !== FOUND) {
    const trouble = CREDENTIAL_CODES.includes(retval) ? 'credentials' : 'malformed';
    throw new RailError('webmoney', trouble, 'not-done', `X8 answered ${retval.slice(0, 20) || 'something else'}`);
  }
  const [owner, found] = [elementAt(root, 'testwmpurse', 'wmid'), elementAt(root, 'testwmpurse', 'purse')];
  if (!owner || !/^\d{12}$/.test(owner.text)) throw new RailError('webmoney', 'malformed', 'not-done', 'X8 names no owner');
  if (found?.text !== purse) return null;
  const has = (value: string | undefined) => value === '1';
  const refusesStrangers = (Number(owner.attributes.themselfcorrstate) & REFUSES_STRANGERS) !== 0 && owner.attributes.themselfcorrstate !== '-1';
  return {
    wmid: owner.text,
    isPayable:
      !has(owner.attributes.available) && !refusesStrangers && !has(found.attributes.deleted_flag) && !has(found.attributes.merchant_allow_cashier),
    isLimited: has(found.attributes.blockedinByPT),
  };
}
