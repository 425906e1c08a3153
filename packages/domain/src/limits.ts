import { CURRENCIES } from './currencies.ts';
import { formatDecimal, larger, parseDecimal, smaller } from './money.ts';
import { enteredCurrency, inverse, type PriceTerms, smallestPaying } from './quote.ts';

/** What the quantity of an order is checked against. Amounts are minor units. */
export interface LimitState {
  /** Both currencies are known, switched on, and different. */
  readonly known: boolean;
  /** The site, both currencies and both rails allow this direction. */
  readonly allowed: boolean;
  /** Null where no price is to be had; then the direction is under maintenance. */
  readonly terms: PriceTerms | null;
  /** Smallest order, in the entered currency. */
  readonly minOrder: bigint;
  /** Smallest quantity of this rate, in the entered currency; goes before `minOrder` when set. */
  readonly minQuantity: bigint | null;
  /** Largest order, in the traded (for swaps the target) currency. */
  readonly maxBalance: bigint;
  /** Largest order of a swap's source, in the source. */
  readonly sourceMaxBalance: bigint | null;
  /** Spendable money in the reserve that pays; dong for sells. */
  readonly reserve: bigint;
  /** The most that the provider may charge on top of the payout, from the same reserve. */
  readonly payoutFee: bigint;
  /** Smallest payout to the chosen bank in dong, for sells. */
  readonly payoutFloor: bigint;
}

/** Smallest and largest quantity now, in minor units of the entered currency. Both are zero when nothing can be ordered. */
export interface Limits {
  readonly min: bigint;
  readonly max: bigint;
}

/** Why a quantity is refused, with the values that the message shows. */
export interface QuantityRefusal {
  readonly code: 'CURRENCY_NOT_SUPPORTED' | 'MAINTENANCE' | 'QUANTITY_INVALID' | 'QUANTITY_TOO_SMALL' | 'QUANTITY_TOO_LARGE';
  /** `n` the limit as plain decimal, `code` its currency; `maintenance` is `1` when nothing can be ordered at all. */
  readonly params: Record<string, string>;
}

/**
 * The quantities that can be ordered. The largest is what `maxBalance` and the reserve allow; the smallest is what the rate or currency
 * asks for, or the largest if that is less, but never so little that nothing, or less than the bank's floor, would be paid out.
 */
export function limitsOf(state: LimitState): Limits {
  const { terms } = state;
  if (terms === null) return { min: 0n, max: 0n };
  const max = larger(0n, maxOf(state, terms));
  const payable = terms.kind === 'buy' ? 0n : smallestPaying(terms, terms.kind === 'sell' ? larger(1n, state.payoutFloor) : 1n);
  if (max < payable) return { min: 0n, max: 0n };
  const wanted = larger(state.minQuantity ?? state.minOrder, payable);
  return { min: smaller(wanted, max), max };
}

function maxOf(state: LimitState, terms: PriceTerms): bigint {
  const spendable = state.reserve - state.payoutFee;
  if (spendable <= 0n) return 0n;
  if (terms.kind === 'buy') return smaller(state.maxBalance, spendable);
  if (terms.kind === 'sell') return smaller(state.maxBalance, inverse(terms, spendable));
  const byTarget = inverse(terms, smaller(state.maxBalance, spendable));
  return state.sourceMaxBalance === null ? byTarget : smaller(byTarget, state.sourceMaxBalance);
}

/**
 * Checks the text that a customer entered; the first failure wins, in the same order in browser and server: currencies, direction, a
 * number on the scale above zero, the minimum, the maximum.
 */
export function checkQuantity(state: LimitState, quantityText: string): { quantity: bigint } | { refusal: QuantityRefusal } {
  if (!state.known) return refuse('CURRENCY_NOT_SUPPORTED');
  if (!state.allowed || state.terms === null) return refuse('MAINTENANCE');
  const code = enteredCurrency(state.terms);
  const { scale } = CURRENCIES[code];
  const quantity = parseDecimal(quantityText, scale);
  if (quantity === null || quantity <= 0n) return refuse('QUANTITY_INVALID');
  const { min, max } = limitsOf(state);
  if (quantity < min) return refuse('QUANTITY_TOO_SMALL', { n: formatDecimal(min, scale), code });
  if (quantity > max) return refuse('QUANTITY_TOO_LARGE', { n: formatDecimal(max, scale), code, ...(max === 0n ? { maintenance: '1' } : {}) });
  return { quantity };
}

function refuse(code: QuantityRefusal['code'], params: Record<string, string> = {}): { refusal: QuantityRefusal } {
  return { refusal: { code, params } };
}
