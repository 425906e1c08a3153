import type { CouponSettings } from '@quydoi/domain/settings';
import { bindOperations } from '../src/operations/operations.ts';
import { operatorCaller } from './callers.ts';
import type { World } from './world.ts';

/** A coupon of 5 000 đ off a buy, twice. */
export const COUPON: Omit<CouponSettings, 'on'> = {
  percent: null,
  amount: '5000',
  minOrder: '0',
  kinds: ['buy'],
  currencies: null,
  from: null,
  until: null,
  uses: 2,
  usesPerCustomer: null,
  note: 'tests',
};

/** Sets a coupon as one operator, and confirms it as a second one. */
export async function setCouponByTwo(world: Pick<World, 'operator'>, code: string, set: Partial<typeof COUPON> = {}): Promise<void> {
  const operations = bindOperations(world.operator);
  const { proposal } = await operations.setCoupon(operatorCaller('lan'), { ...COUPON, ...set, code } as never);
  if (!proposal) throw new Error('one operator sets a coupon alone');
  await operations.confirmAct(operatorCaller('minh'), { id: proposal });
}
