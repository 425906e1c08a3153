import { AppError } from '@quydoi/contract/errors';
import { isReadableRate } from '@quydoi/domain/price/rate-settings';
import type { RateSettings } from '@quydoi/domain/settings';
import type { RateKey } from '../../market/trade.ts';

/** Changes to a rate; omitted fields keep their values. */
export interface RateChange {
  readonly value: string;
  readonly fee?: string | undefined;
  readonly percentFee?: string | undefined;
  readonly maxFee?: string | null | undefined;
  readonly minQuantity?: string | null | undefined;
}

/** Applies a change to the rate of a key. Error: VALIDATION_FAILED when a value is not a number of its currency. */
export function changedRate(old: RateSettings | undefined, change: RateChange, key: RateKey['key']): RateSettings {
  const value: RateSettings = {
    value: change.value,
    fee: change.fee ?? old?.fee ?? '0',
    percentFee: change.percentFee ?? old?.percentFee ?? '0',
    maxFee: change.maxFee === undefined ? (old?.maxFee ?? null) : change.maxFee,
    minQuantity: change.minQuantity === undefined ? (old?.minQuantity ?? null) : change.minQuantity,
  };
  if (!isReadableRate(key, value)) throw new AppError('VALIDATION_FAILED');
  return value;
}
