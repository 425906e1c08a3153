import { CURRENCIES, type CurrencyCode } from '@quydoi/domain/currencies';
import { defaultSettings } from '@quydoi/domain/defaults';
import { formatDecimal } from '@quydoi/domain/money';
import { NETWORKS } from '@quydoi/domain/networks';
import type { SettingKind, SettingKinds } from '@quydoi/domain/settings';
import { simulatedNetwork } from '../customers/accounts.ts';
import type { Trade } from './trades.ts';

/** Quantities of an order in steps of the entered currency, each worth about a cent. */
export type QuantityRange = readonly [min: number, max: number];

/** Minimum value of an order, so that its fees stay below the payout. */
const WORTH_MIN_DONG = 77_000;
/** Ratio of the largest planned order to the smallest; keeps orders far below the reserves. */
const SPREAD = 4;
/** Swaps stay this far above the minimum of either side. */
const SWAP_MARGIN = 1.2;
/** Approximate price of a dollar in dong. Quantities of dearer units get more decimals. */
const DOLLAR_DONG = 25_000;
/** Decimals of a quantity in dollars. */
const CENT_DECIMALS = 2;
/** Ratio of the largest split sale to the smallest; low, so that split sales leave enough of the reserve for other orders. */
const SPLIT_SPREAD = 1.04;
/** Ratio of the smallest split sale to the largest single payout: above 1, so that price changes during the run do not bring it below. */
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
  const entered = kind === 'buy' ? to : from;
  if (kind !== 'ex') return spread(smallestOrder(entered), entered);
  const minOfTo = (smallestOrder(to) * priceOf(to)) / priceOf(from);
  return spread(SWAP_MARGIN * Math.max(smallestOrder(from), minOfTo), from);
}

function spread(min: number, code: CurrencyCode): QuantityRange {
  return [Math.ceil(min * stepsOf(code)), Math.ceil(min * SPREAD * stepsOf(code))];
}

/** Decimals that a currency's quantities are planned with. */
function decimalsOf(code: CurrencyCode): number {
  return Math.min(CURRENCIES[code].scale, CENT_DECIMALS + Math.round(Math.log10(priceOf(code) / DOLLAR_DONG)));
}

function stepsOf(code: CurrencyCode): number {
  return 10 ** decimalsOf(code);
}

/** Quantities of a sale whose payout exceeds the largest single transfer and so is split; null where the currency's limits do not allow one. */
export function splitSaleRange({ kind, from, to }: Trade): QuantityRange | null {
  const { transferLimits } = NETWORKS[simulatedNetwork(to)];
  if (kind !== 'sell' || transferLimits === null) return null;
  const largestPayout = Number(formatDecimal(transferLimits.max, CURRENCIES[to].scale));
  const min = Math.ceil((largestPayout / priceOf(from)) * SPLIT_MARGIN * stepsOf(from));
  const max = Math.floor(Number(settingOf('currency', from)?.maxBalance ?? 0) * stepsOf(from));
  return min < max ? [min, Math.min(max - 1, Math.floor(min * SPLIT_SPREAD))] : null;
}

/** A quantity in steps as decimal text of the currency. */
export function quantityText(steps: number, code: CurrencyCode): string {
  const { scale } = CURRENCIES[code];
  return formatDecimal(BigInt(steps) * 10n ** BigInt(scale - decimalsOf(code)), scale);
}
