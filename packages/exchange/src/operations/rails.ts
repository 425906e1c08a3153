import { addSetting } from '@quydoi/database/repositories/settings';
import { NETWORK_CODES, type NetworkCode } from '@quydoi/domain/networks';
import type { OperatorVerb } from './operator-verb.ts';

/** Switches a rail on or off for new orders and payouts. */
export const setRail: OperatorVerb<{ rail: NetworkCode; on: boolean; note?: string | undefined }, { done: true }> = async (
  ctx,
  operator,
  { rail, on, note },
) => {
  await addSetting(ctx.orm, { kind: 'rail', key: rail, value: { on, note: note ?? '' }, author: operator, at: ctx.clock.now() }, ctx.audit);
  return { done: true };
};

/** Lists all rails with their on/off switch. */
export const listRails: OperatorVerb<object, { items: { rail: NetworkCode; on: boolean; note: string }[] }> = async (ctx) => {
  const { rails } = await ctx.settings();
  return { items: NETWORK_CODES.map((rail) => ({ rail, on: rails.get(rail)?.on ?? false, note: rails.get(rail)?.note ?? '' })) };
};
