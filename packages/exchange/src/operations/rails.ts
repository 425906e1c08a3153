import { addSetting } from '@quydoi/database/repositories/settings';
import { NETWORK_CODES, type NetworkCode } from '@quydoi/domain/networks';
import type { OperatorVerb } from './operator-verb.ts';

/** Switches a rail on or off for new orders and payouts. */
export const setRail: OperatorVerb<{ network: NetworkCode; on: boolean; note?: string | undefined }, { done: true }> = async (
  ctx,
  operator,
  { network, on, note },
) => {
  await addSetting(ctx.orm, { kind: 'rail', key: network, value: { on, note: note ?? '' }, author: operator, at: ctx.clock.now() }, ctx.audit);
  return { done: true };
};

/** Lists all rails with their on/off switch. */
export const listRails: OperatorVerb<object, { items: { network: NetworkCode; on: boolean; note: string }[] }> = async (ctx) => {
  const { rails } = await ctx.settings();
  return { items: NETWORK_CODES.map((network) => ({ network, on: rails.get(network)?.on ?? false, note: rails.get(network)?.note ?? '' })) };
};
