import { CURRENCIES, type CurrencyCode } from '@quydoi/domain/currencies';
import { defaultSettings } from '@quydoi/domain/defaults';
import { formatDecimal, parseDecimal } from '@quydoi/domain/money';
import { NETWORKS } from '@quydoi/domain/networks';
import type { SettingKind, SettingKinds } from '@quydoi/domain/settings';
import { simulatedNetwork } from '../customers/accounts.ts';
import type { Trade } from './trades.ts';

/** Quantities of an order in hundredths of the entered currency. */
export type QuantityRange = readonly [min: number, max: number];

/** Minimum value of an order, so that its fees stay below the payout. */
const WORTH_MIN_DONG = 77_000;
/** From the smallest order to the largest: far below what reserves hold. */
const SPREAD = 4;
/** Swaps stay this far above the minimum of either side. */
const SWAP_MARGIN = 1.2;
/** A split sale exceeds the largest single payout by so much that price changes during the run keep it above. */
const SPLIT_MARGIN = 1.0005;
const SETTINGS = defaultSettings();

function settingOf<K extends SettingKind>(kind: K, key: string): SettingKinds[K]['value'] | undefined {
  return SETTINGS.find((draft) => draft.kind === kind && draft.key === key)?.value as SettingKinds[K]['value'] | undefined;
}

/** The price of one unit in dong when an installation starts. */
function priceOf(code: CurrencyCode): number {
  return Number(settingOf('sell', code)?.value ?? 1);
}

function smallestOrder(code: CurrencyCode): number {
  const minOrder = Number(settingOf('currency', code)?.minOrder ?? 1);
  return Math.max(minOrder, WORTH_MIN_DONG / priceOf(code));
}

/** The quantities that a trade is planned with: above every minimum, far below the reserves. */
export function quantityRange({ kind, from, to }: Trade): QuantityRange {
  if (kind !== 'ex') return spread(smallestOrder(kind === 'buy' ? to : from));
  const minOfTo = (smallestOrder(to) * priceOf(to)) / priceOf(from);
  return spread(SWAP_MARGIN * Math.max(smallestOrder(from), minOfTo));
}

function spread(min: number): QuantityRange {
  return [Math.ceil(min * 100), Math.ceil(min * SPREAD * 100)];
}

/** Quantities of a sale whose payout exceeds the largest single transfer and so is split; null where the currency's limits do not allow one. */
export function splitSaleRange({ kind, from, to }: Trade): QuantityRange | null {
  const { transferLimits } = NETWORKS[simulatedNetwork(to)];
  if (kind !== 'sell' || transferLimits === null) return null;
  const largestPayout = Number(formatDecimal(transferLimits.max, CURRENCIES[to].scale));
  const min = Math.ceil((largestPayout / priceOf(from)) * SPLIT_MARGIN * 100);
  const max = Math.floor(Number(settingOf('currency', from)?.maxBalance ?? 0) * 100);
  return min < max ? [min, max - 1] : null;
}

/** A quantity in hundredths as decimal text of the currency. */
export function quantityText(hundredths: number, code: CurrencyCode): string {
  const { scale } = CURRENCIES[code];
  const units = parseDecimal((hundredths / 100).toFixed(Math.min(2, scale)), scale) ?? 0n;
  return formatDecimal(units, scale);
}
