import { randomBytes, randomUUID } from 'node:crypto';
import type { DecisionContext } from '@quydoi/domain/decision-context';
import { decideCreate } from '@quydoi/domain/order/decisions/decide-create';
import type { Order, OrderTerms } from '@quydoi/domain/order/order';
import { REF_BYTES, refFromBytes } from '@quydoi/domain/order/ref';
import { RATE_ONE } from '@quydoi/domain/price/rate';
import { applyChanges } from '../src/apply-changes.ts';
import type { Orm } from '../src/orm.ts';
import { readSettings } from '../src/repositories/settings.ts';

/** When everything in these tests happens. */
export const START = new Date('2026-01-06T02:00:00Z');
export const EXPIRES = new Date(START.getTime() + 1_800_000);

/** The system, deciding at the start. */
export const BY: DecisionContext = { now: START, actor: 'system', cause: 'test', newId: () => randomUUID() };

/** Terms of an order of 100 pm for dong at the current rate. */
export async function termsOf(orm: Orm, set: Partial<OrderTerms> = {}): Promise<OrderTerms> {
  const { buy } = await readSettings(orm);
  return {
    id: randomUUID(),
    ref: refFromBytes(randomBytes(REF_BYTES)),
    kind: 'buy',
    from: 'vnd',
    to: 'pm',
    quantity: 100_00n,
    rate: 25_950n * RATE_ONE,
    rateVersion: buy.get('pm')?.version ?? 0,
    amountSent: 2_607_975n,
    amountReceived: 100_00n,
    feeExchange: 50n,
    discount: 0n,
    cashAmount: 2_607_975n,
    cashFee: 0n,
    payInNetwork: 'bank',
    payInAccount: '0011004567890',
    payInBank: 'vcb',
    payInName: 'CONG TY QUY DOI',
    payInBranch: 'Hà Nội',
    payOutNetwork: 'perfect-money',
    destination: 'U7654321',
    destinationBank: null,
    destinationName: 'NGUYEN VAN A',
    isNameTyped: false,
    sender: null,
    senderBank: null,
    reserve: 'pm',
    held: 100_50n,
    subject: `device:${randomUUID()}`,
    origin: 'test',
    customerId: null,
    coupon: null,
    couponVersion: null,
    fromBalance: false,
    toBalance: false,
    createdAt: START,
    proof: 'not checked by the database',
    ...set,
  };
}

/** Makes an order as the web does: with its event and its hold, at once. */
export async function addOrder(orm: Orm, set: Partial<OrderTerms> = {}): Promise<Order> {
  const change = decideCreate(await termsOf(orm, set), EXPIRES, BY);
  await applyChanges(orm, [change], START);
  if (!change.order) throw new Error('no order');
  return change.order.after;
}
