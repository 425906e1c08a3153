import { addSetting } from '@quydoi/database/repositories/settings';
import { isInForce } from '@quydoi/domain/address/ip-block';
import type { IpBlockSettings } from '@quydoi/domain/settings';
import type { OperatorVerb } from '../operator-verb.ts';

/** Blocks an IP network, or ends its block. Settings keep the network for good, as they keep whom operators have blocked, and why. */
export const setIpBlock: OperatorVerb<IpBlockSettings & { network: string }, { done: true }> = async (
  ctx,
  operator,
  { network, on, until, note },
) => {
  const value = { on, until: until === null ? null : new Date(until).toISOString(), note };
  await addSetting(ctx.orm, { kind: 'ip-block', key: network, value, author: operator, at: ctx.clock.now() }, ctx.audit);
  return { done: true };
};

/** Lists the IP networks that are blocked now. */
export const listIpBlocks: OperatorVerb<object, { items: { network: string; until: Date | null; note: string }[] }> = async (ctx) => {
  const { ipBlocks } = await ctx.settings();
  const now = ctx.clock.now();
  return {
    items: [...ipBlocks]
      .filter(([, block]) => isInForce(block, now))
      .map(([network, { until, note }]) => ({ network, until: until === null ? null : new Date(until), note })),
  };
};
