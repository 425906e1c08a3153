import { AppError } from '@quydoi/contract/errors';
import { CURRENCIES, type TradedCode } from '@quydoi/domain/currencies';
import { parseDecimal } from '@quydoi/domain/money';
import { parsePercent } from '@quydoi/domain/price/fee';
import { parseRate } from '@quydoi/domain/price/rate';
import type { RateSettings } from '@quydoi/domain/settings';

/** Changes to a rate; omitted fields keep their values. */
export interface RateChange {
  readonly value: string;
  readonly fee?: string | undefined;
  readonly percentFee?: string | undefined;
  readonly maxFee?: string | null | undefined;
  readonly minQuantity?: string | null | undefined;
}

/** Applies a change to a rate. Error: VALIDATION_FAILED when a value is not a number of its currency. */
export function changedRate(old: RateSettings | undefined, change: RateChange, feeCurrency: TradedCode, quantityCurrency: TradedCode): RateSettings {
  const value: RateSettings = {
    value: change.value,
    fee: change.fee ?? old?.fee ?? '0',
    percentFee: change.percentFee ?? old?.percentFee ?? '0',
    maxFee: change.maxFee === undefined ? (old?.maxFee ?? null) : change.maxFee,
    minQuantity: change.minQuantity === undefined ? (old?.minQuantity ?? null) : change.minQuantity,
  };
  const isAmount = (text: string | null, code: TradedCode) => text === null || parseDecimal(text, CURRENCIES[code].scale) !== null;
  const rate = parseRate(value.value);
  const isValid =
    rate !== null &&
    rate > 0n &&
    isAmount(value.fee, feeCurrency) &&
    parsePercent(value.percentFee) !== null &&
    isAmount(value.maxFee, feeCurrency) &&
    isAmount(value.minQuantity, quantityCurrency);
  if (!isValid) throw new AppError('VALIDATION_FAILED');
  return value;
}
