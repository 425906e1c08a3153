import { setRailSwitch } from '@quydoi/database/repositories/suspensions';
import { NETWORK_CODES, type NetworkCode } from '@quydoi/domain/networks';
import { endsWithSwitch, type Suspension } from '@quydoi/domain/operations/suspension';
import type { OperatorVerb } from './operator-verb.ts';

/**
 * Switches a network on or off for new orders and payouts. Switching it on ends its suspensions, until a role suspends it again, but none for missing
 * money.
 */
export const setRail: OperatorVerb<{ network: NetworkCode; on: boolean; note?: string | undefined }, { done: true }> = async (
  ctx,
  operator,
  { network, on, note },
) => {
  const ended = on ? (await ctx.settings()).suspensions.filter((one) => one.network === network && endsWithSwitch(one)) : [];
  const rail = { kind: 'rail', key: network, value: { on, note: note ?? '' }, author: operator, at: ctx.clock.now() } as const;
  await setRailSwitch(ctx.orm, rail, ended, ctx.audit);
  return { done: true };
};

/** A network's switch and suspensions. */
interface RailState {
  readonly network: NetworkCode;
  readonly on: boolean;
  readonly note: string;
  readonly suspensions: Omit<Suspension, 'network'>[];
}

/** Lists all networks with their switch and suspensions. */
export const listRails: OperatorVerb<object, { items: RailState[] }> = async (ctx) => {
  const { rails, suspensions } = await ctx.settings();
  return {
    items: NETWORK_CODES.map((network) => ({
      network,
      on: rails.get(network)?.on ?? false,
      note: rails.get(network)?.note ?? '',
      suspensions: suspensions.flatMap(({ network: of, ...suspension }) => (of === network ? [suspension] : [])),
    })),
  };
};
