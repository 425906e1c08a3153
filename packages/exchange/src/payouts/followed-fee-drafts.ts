import type { StoredFeeCoin } from '@quydoi/database/repositories/balance-checks';
import type { TradedCode } from '@quydoi/domain/currencies';
import type { SettingDraft } from '@quydoi/domain/defaults';
import { HOUR_MS } from '@quydoi/domain/durations';
import type { NetworkCode } from '@quydoi/domain/networks';
import { isSameRate } from '@quydoi/domain/price/rate-settings';
import type { RateSettings, Settings } from '@quydoi/domain/settings';

/** Age from which the last known cost counts no more: fees are then at their caps. */
const STALE_MS = HOUR_MS;

/** Whether a network's last known cost counts no more, or there never was one. */
export function isCostStale(known: readonly Pick<StoredFeeCoin, 'network' | 'checkedAt'>[], network: NetworkCode, now: Date): boolean {
  const last = known.find((one) => one.network === network);
  return !last || now.getTime() - last.checkedAt.getTime() > STALE_MS;
}

/** Settings that give a buy rate a fee: the rate's, and those of the derived pairs that it is the target of and that have its automatic fee. */
export function followedFeeDrafts(pairs: Settings['pairs'], code: TradedCode, rate: RateSettings, fee: string): SettingDraft<'buy' | 'pair'>[] {
  const following = [...pairs].flatMap(([key, { value }]): SettingDraft<'pair'>[] => {
    if (!key.endsWith(`:${code}`) || value.overridden || value.fee === fee || !hasSameAutomaticFee(value, rate)) return [];
    return [{ kind: 'pair', key, value: { ...value, fee } }];
  });
  return [{ kind: 'buy', key: code, value: { ...rate, fee } }, ...following];
}

function hasSameAutomaticFee(pair: RateSettings, { automaticFee }: RateSettings): boolean {
  return automaticFee !== undefined && isSameRate({ ...pair, automaticFee }, pair);
}
