import { setRailSwitch } from '@quydoi/database/repositories/suspensions';
import { NETWORK_CODES, type NetworkCode } from '@quydoi/domain/networks';
import type { Suspension } from '@quydoi/domain/suspension';
import type { OperatorVerb } from './operator-verb.ts';

/** Switches a rail on or off for new orders and payouts. Switching it on ends its suspensions, until a role finds the network failing again. */
export const setRail: OperatorVerb<{ network: NetworkCode; on: boolean; note?: string | undefined }, { done: true }> = async (
  ctx,
  operator,
  { network, on, note },
) => {
  const ended = on ? (await ctx.settings()).suspensions.filter((one) => one.network === network) : [];
  const rail = { kind: 'rail', key: network, value: { on, note: note ?? '' }, author: operator, at: ctx.clock.now() } as const;
  await setRailSwitch(ctx.orm, rail, ended, ctx.audit);
  return { done: true };
};

/** A rail: the operators' switch, and the suspensions of its network by the exchange itself. */
interface RailState {
  readonly network: NetworkCode;
  readonly on: boolean;
  readonly note: string;
  readonly suspensions: Omit<Suspension, 'network'>[];
}

/** Lists all rails with their on/off switch and suspensions. */
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
