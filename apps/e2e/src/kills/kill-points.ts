import { CHECKPOINTS, type CheckpointName } from '@quydoi/exchange/checkpoints';
import type { PlannedOrder } from '../chaos/plan.ts';
import type { Killable } from '../system/exchange-under-test.ts';

/** How to make a role reach a checkpoint: a customer's order, and a fault that it meets. */
export interface KillScenario {
  readonly order: Pick<PlannedOrder, 'kind' | 'from' | 'to' | 'quantity' | 'behavior'>;
  readonly fault?: { readonly rail: string; readonly kind: string };
  /** Paid out without idempotency: a kill may leave an unknown outcome, so the scenario runs alone. */
  readonly isOneShot?: true;
  /** The fault strikes the chain's next deposit, whoever makes it: no other customer may be about to make one. */
  readonly isOnlyDeposit?: true;
  /** The exchange must see the payment before it is final: until then the chain makes no block irreversible. */
  readonly isSeenUnconfirmed?: true;
}

/** Smallest deposit that is swept, in USDT: above the sales below, except those meant to be swept. */
export const SWEEP_MIN_USDT = 30;

const DOLLARS: KillScenario = { order: { kind: 'buy', from: 'vnd', to: 'pm', quantity: '3', behavior: 'exact' }, isOneShot: true };
const USDT: KillScenario = { order: { kind: 'buy', from: 'vnd', to: 'trc20', quantity: '12', behavior: 'exact' } };
/** Any purchase. */
const ANY_BUY: KillScenario = { ...USDT };
const DOLLARS_SOLD: KillScenario = { order: { kind: 'sell', from: 'pm', to: 'vnd', quantity: '4', behavior: 'exact' } };
const USDT_SOLD: KillScenario = { order: { kind: 'sell', from: 'trc20', to: 'vnd', quantity: '20', behavior: 'exact' } };
const USDT_SEEN: KillScenario = { ...USDT_SOLD, isSeenUnconfirmed: true };
const MUCH_USDT_SOLD: KillScenario = { order: { ...USDT_SOLD.order, quantity: String(2 * SWEEP_MIN_USDT) } };
/** The block with the deposit is dropped; then the customer pays again. */
const USDT_BLOCK_DROPPED: KillScenario = { order: { ...USDT_SOLD.order, behavior: 'dropped-block' }, isOnlyDeposit: true, isSeenUnconfirmed: true };
const VOUCHER_SOLD: KillScenario = { order: { kind: 'sell', from: 'e-voucher', to: 'vnd', quantity: '3', behavior: 'exact' } };
const DONG_NOT_TAKEN: KillScenario = { ...DOLLARS_SOLD, fault: { rail: 'pay-os', kind: 'payout-dropped' } };
const USDT_UNANSWERED: KillScenario = { ...USDT, fault: { rail: 'tron', kind: 'broadcast-dropped' } };

type List = keyof typeof CHECKPOINTS;

/** The scenario of every checkpoint. */
const SCENARIOS: { readonly [L in List]: Readonly<Record<(typeof CHECKPOINTS)[L][number], KillScenario>> } = {
  web: {
    'create.reserved': USDT_SOLD,
    'create.before-write': ANY_BUY,
    'create.after-write': ANY_BUY,
    'webhook.before-write': ANY_BUY,
    'webhook.after-write': ANY_BUY,
  },
  worker: {
    'webhook.read': ANY_BUY,
    'payment.before-write': ANY_BUY,
    'payment.after-write': ANY_BUY,
    'confirm.before-write': USDT_SEEN,
    'confirm.after-write': USDT_SEEN,
    'source.before-cursor': USDT_SOLD,
    'unconfirmed.before-write': USDT_SEEN,
    'unconfirmed.after-write': USDT_SEEN,
    'drop.before-write': USDT_BLOCK_DROPPED,
    'drop.after-write': USDT_BLOCK_DROPPED,
    'webhook.before-close': ANY_BUY,
    'match.before-write': ANY_BUY,
    'match.after-write': ANY_BUY,
    'start-payout.before-write': ANY_BUY,
    'start-payout.after-write': ANY_BUY,
  },
  signer: {
    'payment.before-write': DOLLARS_SOLD,
    'payment.after-write': DOLLARS_SOLD,
    'payout.before-prepare': DOLLARS,
    'payout.prepared': DOLLARS,
    'payout.sending': DOLLARS,
    'payout.answered': DOLLARS,
    'payout.after-answer': DOLLARS,
    'settle.before-find': ANY_BUY,
    'settle.found': ANY_BUY,
    'settle.after-write': ANY_BUY,
  },
  resending: { 'payout.signed': USDT, 'payout.before-resend': DONG_NOT_TAKEN, 'payout.resent': USDT_UNANSWERED },
  vouchers: { 'voucher.sending': VOUCHER_SOLD, 'voucher.answered': VOUCHER_SOLD, 'voucher.after-write': VOUCHER_SOLD },
  watching: { 'watch.found': DOLLARS_SOLD, 'watch.after-write': DOLLARS_SOLD },
  sweeping: {
    'sweep.signed': MUCH_USDT_SOLD,
    'sweep.prepared': MUCH_USDT_SOLD,
    'sweep.sent': MUCH_USDT_SOLD,
    'sweep.found': MUCH_USDT_SOLD,
    'sweep.settled': MUCH_USDT_SOLD,
  },
};

/** The role that reaches the checkpoints of a list. */
const ROLE_OF: Readonly<Record<List, Killable>> = {
  web: 'web',
  worker: 'worker',
  signer: 'signer',
  resending: 'signer',
  vouchers: 'signer',
  watching: 'signer',
  sweeping: 'signer',
};

/** A role's checkpoint and the scenario that reaches it. */
export interface KillPoint {
  readonly role: Killable;
  readonly point: CheckpointName;
  readonly scenario: KillScenario;
}

/** Every checkpoint of every role. */
export const KILL_POINTS: readonly KillPoint[] = (Object.keys(CHECKPOINTS) as List[]).flatMap((list) => {
  const scenarios: Partial<Record<CheckpointName, KillScenario>> = SCENARIOS[list];
  return CHECKPOINTS[list].map((point): KillPoint => {
    const scenario = scenarios[point];
    if (!scenario) throw new Error(`no scenario reaches ${point}`);
    return { role: ROLE_OF[list], point, scenario };
  });
});

/** Every checkpoint that a role can reach. */
export function checkpointsOfRole(role: Killable): readonly CheckpointName[] {
  return KILL_POINTS.filter((one) => one.role === role).map(({ point }) => point);
}

/** Checkpoints that a role reaches while customers only buy Perfect Money. */
export function checkpointsOfDollarBuys(role: Killable): readonly CheckpointName[] {
  const points = KILL_POINTS.filter(({ scenario }) => scenario === ANY_BUY || scenario === DOLLARS);
  return points.filter((one) => one.role === role).map(({ point }) => point);
}
