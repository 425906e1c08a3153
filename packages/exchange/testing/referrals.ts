import { applyChanges } from '@quydoi/database/apply-changes';
import { readPayoutsOf } from '@quydoi/database/repositories/payouts';
import { addSetting, readSettings } from '@quydoi/database/repositories/settings';
import { decideReversed } from '@quydoi/domain/transfer/decide-outcome';
import { decisionContext } from '../src/context.ts';
import { readTransfer } from '../src/payouts/signer-obligation.ts';
import { workFor } from './balances.ts';
import type { Member } from './members.ts';
import type { World } from './world.ts';

/** Sets the percentage of fees that sponsors get of orders made from now on. */
export async function setReferralPercent(world: World, referralPercent: string): Promise<void> {
  const { site } = await readSettings(world.owner);
  // Orders of the moment itself are of before.
  world.clock.advance(1);
  await addSetting(world.owner, { kind: 'site', key: 'site', value: { ...site, referralPercent }, author: 'tests', at: world.clock.now() });
  world.clock.advance(1);
}

/** Has a member's order of 100 pm paid and delivered. @returns its reference */
export async function deliverOrder(world: World, member: Member): Promise<string> {
  const { ref, amountSent } = await member.order({});
  await world.pay(ref, amountSent);
  await workFor(world, 2);
  const { status } = await world.order(ref);
  if (status !== 'delivered') throw new Error(`order ${ref} is ${status}`);
  return ref;
}

/** The provider gives the payout of a delivered order back. */
export async function reverseDelivery(world: World, ref: string): Promise<void> {
  const { id } = await world.order(ref);
  const payout = (await readPayoutsOf(world.signer.orm, id)).find(({ state }) => state === 'settled');
  const [attempt] = await world.database.query(`select id from attempt where payout_id = $1 and state = 'done'`, [payout?.id]);
  const transfer = await readTransfer(world.signer, String(attempt?.id));
  if (!transfer) throw new Error(`order ${ref} was not sent`);
  await applyChanges(
    world.signer.orm,
    [decideReversed(transfer, decisionContext(world.signer, 'system', `payout:${payout?.id}`))],
    world.clock.now(),
  );
}
