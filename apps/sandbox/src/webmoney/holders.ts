import { createHash } from 'node:crypto';
import { DAY_MS } from '@quydoi/domain/durations';

const NAMES = [
  ['Smith', 'John', ''],
  ["O'Brien", 'Sean', ''],
  ['Petrov', 'Ivan', 'Ivanovich'],
  ['Nguyen', 'Van Nam', ''],
  ['Tran', 'Thi Hoa', ''],
] as const;

/** What purses are like whose number ends in these digits. */
const SPECIAL_ENDINGS = {
  '000': 'unknown',
  '111': 'initial',
  '222': 'begin',
  '333': 'recalled',
  '444': 'refuses-strangers',
  '555': 'limited',
  '666': 'blocked',
} as const;

/** State of a purse and its owner. */
export type PurseState = (typeof SPECIAL_ENDINGS)[keyof typeof SPECIAL_ENDINGS] | 'usual';

const ENDINGS_PER_THOUSAND = 1_000 - Object.keys(SPECIAL_ENDINGS).length;
const USUAL_ENDINGS = Array.from({ length: 1_000 }, (_, n) => String(n).padStart(3, '0')).filter((ending) => !Object.hasOwn(SPECIAL_ENDINGS, ending));

/** The state of a purse, which its number tells. */
export function stateOf(purse: string): PurseState {
  return (SPECIAL_ENDINGS as Readonly<Record<string, PurseState>>)[purse.slice(-3)] ?? 'usual';
}

/** Whether a text is a WMZ purse that exists. */
export function isPurse(text: string): boolean {
  return /^Z\d{12}$/.test(text) && stateOf(text) !== 'unknown';
}

/** Purse of a customer that can be paid. */
export function customerPurse(series: number, n: number): string {
  const thousand = Math.floor(n / ENDINGS_PER_THOUSAND);
  return `Z2${String(series).padStart(5, '0')}${String(thousand).padStart(3, '0')}${USUAL_ENDINGS[n % ENDINGS_PER_THOUSAND]}`;
}

/** Owner of a purse: their WMID has the purse's digits. */
export function wmidOf(purse: string): string {
  return purse.slice(1);
}

/** What interface X8 says of a purse. */
export function flagsOf(purse: string): { readonly wmid: Record<string, string>; readonly purse: Record<string, string> } {
  const state = stateOf(purse);
  const flag = (is: PurseState, value = '1') => (state === is ? value : '0');
  return {
    wmid: {
      available: flag('blocked'),
      themselfcorrstate: flag('refuses-strangers', '8'),
      newattst: String(passportOf(wmidOf(purse), new Date(0)).kind),
    },
    purse: { merchant_active_mode: '-1', blockedinByPT: flag('limited'), ByPTLimit: '', deleted_flag: '0', merchant_allow_cashier: '-1' },
  };
}

/** Passport of a WMID. */
export function passportOf(wmid: string, now: Date) {
  const state = stateOf(wmid);
  const [fname, iname, oname] = NAMES[(createHash('sha256').update(wmid).digest()[0] ?? 0) % NAMES.length] ?? NAMES[0];
  const isAlias = state === 'initial' || state === 'begin';
  return {
    kind: isAlias ? 100 : 110,
    isRecalled: state === 'recalled',
    registeredAt: new Date(now.getTime() - (state === 'begin' ? DAY_MS : 400 * DAY_MS)),
    // Owners without a passport have not made their names public.
    fname: isAlias ? '' : fname,
    iname: isAlias ? '' : iname,
    oname: isAlias ? '' : oname,
    nickname: `wm${wmid.slice(-6)}`,
  };
}
