import { AppError } from '@quydoi/contract/errors';
import { addSetting } from '@quydoi/database/repositories/settings';
import { CURRENCIES, isTradedCode, type TradedCode } from '@quydoi/domain/currencies';
import { parsePercent } from '@quydoi/domain/fee';
import { parseDecimal } from '@quydoi/domain/money';
import { parseRate } from '@quydoi/domain/rate';
import { pairKey, type RateSettings, type SettingKinds } from '@quydoi/domain/settings';
import type { Ctx } from '../context.ts';
import type { OperatorVerb } from './operator-verb.ts';

/** Changes to a rate; omitted fields keep their values. */
interface RateChange {
  readonly value: string;
  readonly fee?: string | undefined;
  readonly percentFee?: string | undefined;
  readonly maxFee?: string | null | undefined;
  readonly minQuantity?: string | null | undefined;
}

/** Sets the buy or sell rate of a currency. Earlier versions are kept. */
export const setRate: OperatorVerb<{ kind: 'buy' | 'sell'; code: string } & RateChange, { done: true }> = async (
  ctx,
  operator,
  { kind, code, ...change },
) => {
  const currency = traded(code);
  const settings = await ctx.settings();
  const value = merged((kind === 'buy' ? settings.buy : settings.sell).get(currency)?.value, change, currency, currency);
  return add(ctx, kind, currency, value, operator);
};

/** Sets the rate of a swap pair. */
export const setPair: OperatorVerb<{ from: string; to: string } & RateChange, { done: true }> = async (ctx, operator, { from, to, ...change }) => {
  const key = pairKey(traded(from), traded(to));
  const value = merged((await ctx.settings()).pairs.get(key)?.value, change, traded(to), traded(from));
  return add(ctx, 'pair', key, value, operator);
};

async function add<K extends 'buy' | 'sell' | 'pair'>(
  ctx: Ctx,
  kind: K,
  key: SettingKinds[K]['key'],
  value: SettingKinds[K]['value'],
  operator: string,
) {
  await addSetting<K>(ctx.orm, { kind, key, value, author: operator, at: ctx.clock.now() }, ctx.audit);
  return { done: true } as const;
}

function traded(code: string): TradedCode {
  if (!isTradedCode(code)) throw new AppError('CURRENCY_NOT_SUPPORTED', { code });
  return code;
}

function merged(old: RateSettings | undefined, change: RateChange, feeCurrency: TradedCode, quantityCurrency: TradedCode): RateSettings {
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
