import { expect, test } from 'vitest';
import {
  closes,
  closesCurrency,
  type Direction,
  delaysPayments,
  effectText,
  endsWithSwitch,
  isForMissingMoney,
  keepsOrdersPaid,
  SUSPENSION_CAUSES,
  type SuspensionCause,
  stopsSending,
  suspensionByPrice,
} from './suspension.ts';

interface Effects {
  /** Directions that a failure of the direction out closes for the failing currency, and for another of its network. */
  readonly closed: string;
  readonly closedForOthers: string;
  /** What a failure of the direction out means for orders that are paid. */
  readonly payouts: 'stopped' | 'not-begun' | 'go-on';
  readonly endsWithSwitch: boolean;
}

const NOTHING = { closed: '', closedForOthers: '', payouts: 'go-on', endsWithSwitch: true } as const;
const NETWORK_OUT = { ...NOTHING, closed: 'out', closedForOthers: 'out' } as const;
const BOTH = { ...NOTHING, closed: 'in out', closedForOthers: 'in out', payouts: 'stopped' } as const;

const EFFECTS: Readonly<Record<SuspensionCause, Effects>> = {
  credentials: BOTH,
  unpayable: BOTH,
  unreachable: { ...NETWORK_OUT, payouts: 'not-begun' },
  silent: NOTHING,
  refusing: NOTHING,
  behind: NOTHING,
  stuck: { ...NOTHING, closed: 'out' },
  low: NETWORK_OUT,
  dry: { ...NETWORK_OUT, payouts: 'not-begun' },
  dear: { ...NETWORK_OUT, payouts: 'stopped' },
  shortfall: { ...NETWORK_OUT, payouts: 'stopped', endsWithSwitch: false },
  // It closes a currency by its rate, and no direction of its network.
  price: { ...NOTHING, endsWithSwitch: false },
};

const keyOf = (cause: SuspensionCause, direction: Direction) => ({ network: 'tron', cause, direction, subject: 'trc20' }) as const;

test.each(SUSPENSION_CAUSES)('%s closes, stops and ends as decided', (cause) => {
  const key = keyOf(cause, 'out');
  const closedFor = (code: string) => (['in', 'out'] as const).filter((direction) => closes(key, code, direction)).join(' ');
  const payouts = stopsSending(key) ? 'stopped' : keepsOrdersPaid(key) ? 'not-begun' : 'go-on';
  expect({ closed: closedFor('trc20'), closedForOthers: closedFor('erc20'), payouts, endsWithSwitch: endsWithSwitch(key) }).toEqual(EFFECTS[cause]);
  if (payouts === 'stopped') expect(keepsOrdersPaid(key)).toBe(true);
});

test('only a shortfall of what is paid out means that money is missing', () => {
  expect(SUSPENSION_CAUSES.filter((cause) => isForMissingMoney(keyOf(cause, 'out')))).toEqual(['shortfall']);
  expect(SUSPENSION_CAUSES.filter((cause) => isForMissingMoney(keyOf(cause, 'in')))).toEqual([]);
});

test.each(SUSPENSION_CAUSES)('%s of payments in says nothing of payouts', (cause) => {
  const key = keyOf(cause, 'in');
  expect([stopsSending(key), keepsOrdersPaid(key)]).toEqual([false, false]);
  if (EFFECTS[cause].closed !== 'in out') expect(closes(key, 'trc20', 'out')).toBe(false);
});

test('a currency without a price is closed whatever its direction, and no other', () => {
  const key = suspensionByPrice('btc');
  expect(key).toEqual({ network: 'bitcoin', cause: 'price', direction: 'in', subject: 'btc' });
  expect([closesCurrency(key, 'btc'), closesCurrency(key, 'eth')]).toEqual([true, false]);
  expect(closesCurrency({ ...keyOf('stuck', 'out'), subject: 'btc' }, 'btc')).toBe(false);
});

test.each<[SuspensionCause, Direction, string]>([
  ['credentials', 'out', 'network closed for new orders, nothing is sent'],
  ['credentials', 'in', 'network closed for new orders'],
  ['unreachable', 'out', 'network closed for new orders that are paid out there, paid orders wait'],
  ['unreachable', 'in', 'network closed for new orders that are paid in there'],
  ['low', 'out', 'network closed for new orders that are paid out there'],
  ['stuck', 'out', 'trc20 closed for new orders that are paid out in it'],
  ['price', 'in', 'trc20 closed for new orders while its rate is automatic'],
  ['silent', 'in', 'nothing is closed, another provider does the same'],
  ['silent', 'out', 'nothing is closed, another provider does the same'],
  ['refusing', 'out', 'nothing is closed'],
  ['behind', 'in', 'nothing is closed, another provider does the same'],
])('the alarm of %s (%s) says what is closed: %s', (cause, direction, text) => {
  expect(effectText(keyOf(cause, direction))).toBe(text);
});

test.each(SUSPENSION_CAUSES)('the alarm of %s says that nothing is closed if that is so, and only then', (cause) => {
  const key = keyOf(cause, 'out');
  const isClosed = closesCurrency(key, 'trc20') || (['in', 'out'] as const).some((direction) => closes(key, 'trc20', direction));
  expect(effectText(key).startsWith('nothing is closed')).toBe(!isClosed);
});

test('payments are noticed late while all who tell of them are out of reach or refuse us', () => {
  const delaying = (direction: Direction) =>
    SUSPENSION_CAUSES.filter((cause) => delaysPayments({ network: 'bank', cause, direction, subject: '' })).toSorted();
  expect(delaying('in')).toEqual(['credentials', 'unreachable']);
  expect(delaying('out')).toEqual([]);
});
