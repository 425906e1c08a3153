import { CURRENCIES } from '@quydoi/domain/currencies';
import { type SeededRandom, shuffledCycle } from '../../seeded-random.ts';
import { quantityRange, quantityText } from '../quantities.ts';
import type { Trade } from '../trades.ts';

/** What members do with their balances. */
export const MEMBER_ACTS = ['deposit', 'pay', 'sell', 'withdraw'] as const;

/** Something that a member does in one of their sessions. */
export interface PlannedAct {
  readonly session: number;
  /** Between the start of the burst and this act. */
  readonly afterMs: number;
  readonly does: /** `times`: how often the same amount is transferred. */
    | { readonly act: 'deposit'; readonly dong: number; readonly times: number }
    /** `perMille`: share of the balance that is shown then. */
    | { readonly act: 'withdraw'; readonly perMille: number }
    | { readonly act: 'pay' | 'sell'; readonly trade: Trade; readonly quantity: string };
}

/** Acts of one member at nearly the same time. */
export interface PlannedBurst {
  readonly n: number;
  readonly atMs: number;
  readonly member: number;
  readonly acts: readonly PlannedAct[];
}

/** Members with an authenticator app, who withdraw; and members with a password alone, who pay oftener. */
export const MEMBERS = { withApp: 4, withPassword: 2 } as const;
export const SESSIONS = 2;

/** An app gives a code every half a minute, and a burst takes up to three. */
const PAUSES_MS = { withApp: [80_000, 110_000], withPassword: [12_000, 30_000] } as const;
const FIRST_MS_MAX = 8_000;
/** The last burst comes this long before the end, like the last order. */
const LAST_BEFORE_END_MS = 6_000;
const AFTER_MS_MAX = 300;
const DEPOSIT_DONG = [300_000, 3_000_000] as const;
const TWICE_ONE_IN = 4;

/** Whether a member has an authenticator app. */
export function hasApp(member: number): boolean {
  return member < MEMBERS.withApp;
}

/** Plans bursts of all members. Members neither pay with vouchers nor buy them. @param firstBurst number of the first one */
export function planWallets(random: SeededRandom, durationMs: number, trades: readonly Trade[], firstBurst = 0): PlannedBurst[] {
  const purchases = cycleOf(random, trades, 'buy');
  const sales = cycleOf(random, trades, 'sell');
  if (!purchases || !sales) return [];
  const members = Array.from({ length: MEMBERS.withApp + MEMBERS.withPassword }, (_, member) => member);
  const bursts = members.flatMap((member) => {
    const [min, max] = hasApp(member) ? PAUSES_MS.withApp : PAUSES_MS.withPassword;
    const times: number[] = [];
    for (let atMs = random.int(0, FIRST_MS_MAX); atMs < durationMs - LAST_BEFORE_END_MS; atMs += random.int(min, max)) times.push(atMs);
    return times.map((atMs) => ({ atMs, member, acts: planActs(random, member, purchases, sales) }));
  });
  return bursts.toSorted((a, b) => a.atMs - b.atMs).map((burst, at) => ({ ...burst, n: firstBurst + at }));
}

function cycleOf(random: SeededRandom, trades: readonly Trade[], kind: Trade['kind']): (() => Trade) | null {
  const [first, ...others] = trades.filter((trade) => trade.kind === kind && !CURRENCIES[trade.from].isVoucher && !CURRENCIES[trade.to].isVoucher);
  return first ? shuffledCycle(random, [first, ...others]) : null;
}

function planActs(random: SeededRandom, member: number, nextPurchase: () => Trade, nextSale: () => Trade): PlannedAct[] {
  const buy = () => tradeAct(random, 'pay', nextPurchase());
  const withdraw = () => ({ act: 'withdraw', perMille: random.int(300, 1_000) }) as const;
  const leaving = hasApp(member) ? [withdraw(), withdraw(), buy()] : [buy(), buy()];
  const deposit = {
    act: 'deposit',
    dong: random.int(DEPOSIT_DONG[0] / 1_000, DEPOSIT_DONG[1] / 1_000) * 1_000,
    times: random.oneIn(TWICE_ONE_IN) ? 2 : 1,
  } as const;
  return [deposit, tradeAct(random, 'sell', nextSale()), ...leaving].map((does) => ({
    session: random.int(0, SESSIONS - 1),
    afterMs: random.int(0, AFTER_MS_MAX),
    does,
  }));
}

function tradeAct(random: SeededRandom, act: 'pay' | 'sell', trade: Trade) {
  const [min, max] = quantityRange(trade);
  return { act, trade, quantity: quantityText(random.int(min, max), trade.kind === 'buy' ? trade.to : trade.from) } as const;
}
