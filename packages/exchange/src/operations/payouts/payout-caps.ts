import { AppError } from '@quydoi/contract/errors';
import { readPayoutVolumes } from '@quydoi/database/repositories/payout-volume';
import { addSetting } from '@quydoi/database/repositories/settings';
import { RESERVE_CODES, RESERVES, type ReserveCode } from '@quydoi/domain/currencies';
import { formatDecimal } from '@quydoi/domain/money';
import type { PayoutCapSettings } from '@quydoi/domain/settings';
import { parsePayoutCap } from '@quydoi/domain/transfer/payout-cap';
import type { OperatorVerb } from '../operator-verb.ts';

/** Sets the caps of a reserve, beyond which payouts wait for an approval. Error: VALIDATION_FAILED (not amounts in the reserve's unit). */
export const setPayoutCap: OperatorVerb<{ reserve: string } & PayoutCapSettings, { done: true }> = async (ctx, operator, { reserve, ...value }) => {
  const key = reserve as ReserveCode;
  if (!parsePayoutCap(key, value)) throw new AppError('VALIDATION_FAILED');
  await addSetting(ctx.orm, { kind: 'payout-cap', key, value, author: operator, at: ctx.clock.now() }, ctx.audit);
  return { done: true };
};

interface CapItem extends PayoutCapSettings {
  readonly reserve: string;
  readonly sentInHour: string;
  readonly sentInDay: string;
}

/** Lists the caps of all reserves, with what was paid out towards them. A reserve without caps pays nothing without an approval. */
export const listPayoutCaps: OperatorVerb<object, { items: CapItem[] }> = async (ctx) => {
  const parties = RESERVE_CODES.map((reserve) => `payouts:${reserve}` as const);
  const [{ payoutCaps }, volumeOf] = await Promise.all([ctx.settings(), readPayoutVolumes(ctx.orm, parties, ctx.clock.now())]);
  const items = RESERVE_CODES.map((reserve) => {
    const { single, hour, day } = payoutCaps.get(reserve) ?? { single: '0', hour: '0', day: '0' };
    const sent = volumeOf(`payouts:${reserve}`);
    const { scale } = RESERVES[reserve];
    return { reserve, single, hour, day, sentInHour: formatDecimal(sent.hour, scale), sentInDay: formatDecimal(sent.day, scale) };
  });
  return { items };
};
