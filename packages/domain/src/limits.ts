import { CURRENCIES } from './currencies.ts';
import { formatDecimal, larger, parseDecimal, smaller } from './money.ts';
import { enteredCurrency, largestQuantityFor, type PriceTerms, smallestQuantityFor } from './price/quote.ts';

/** Inputs of the quantity check of an order. Amounts are minor units. */
export interface LimitState {
  /** Both currencies are known, switched on, and different. */
  readonly known: boolean;
  /** The site, both currencies and both networks allow this trade. */
  readonly allowed: boolean;
  /** Null when no price is available; the trade is then under maintenance. */
  readonly terms: PriceTerms | null;
  /** Minimum order, in the entered currency. */
  readonly minOrder: bigint;
  /** Minimum quantity of this rate, in the entered currency; overrides `minOrder` when set. */
  readonly minQuantity: bigint | null;
  /** Maximum order, in the traded (for swaps the target) currency. */
  readonly maxBalance: bigint;
  /** Maximum order of a swap in its source currency. */
  readonly sourceMaxBalance: bigint | null;
  /** Available money in the paying reserve; dong for sells. */
  readonly reserve: bigint;
  /** Maximum charge of the provider on top of the payout, from the same reserve. */
  readonly payoutFee: bigint;
  /** Minimum payout on the paying network, in minor units. */
  readonly payoutFloor: bigint;
}

/** Minimum and maximum quantity in minor units of the entered currency. Both are zero when no quantity can be ordered. */
export interface Limits {
  readonly min: bigint;
  readonly max: bigint;
}

/** Rejection of a quantity, with the parameters of the error message. */
export interface QuantityRefusal {
  readonly code: 'CURRENCY_NOT_SUPPORTED' | 'MAINTENANCE' | 'QUANTITY_INVALID' | 'QUANTITY_TOO_SMALL' | 'QUANTITY_TOO_LARGE';
  /** `n`: the limit as plain decimal; `code`: its currency; `maintenance`: `1` when no quantity can be ordered. */
  readonly params: Record<string, string>;
}

/**
 * Computes the range of quantities that can be ordered. The maximum follows from `maxBalance` and the reserve. The minimum is that of the rate or
 * the currency, lowered to the maximum if necessary, but always pays out at least one minor unit and the network's floor.
 */
export function limitsOf(state: LimitState): Limits {
  const { terms } = state;
  if (terms === null) return { min: 0n, max: 0n };
  const max = larger(0n, maxOf(state, terms));
  const floor = larger(1n, state.payoutFloor);
  const payable = terms.kind === 'buy' ? floor : smallestQuantityFor(terms, floor);
  if (max < payable) return { min: 0n, max: 0n };
  const wanted = larger(state.minQuantity ?? state.minOrder, payable);
  return { min: smaller(wanted, max), max };
}

function maxOf(state: LimitState, terms: PriceTerms): bigint {
  const spendable = state.reserve - state.payoutFee;
  if (spendable <= 0n) return 0n;
  if (terms.kind === 'buy') return smaller(state.maxBalance, spendable);
  if (terms.kind === 'sell') return smaller(state.maxBalance, largestQuantityFor(terms, spendable));
  const byTarget = largestQuantityFor(terms, smaller(state.maxBalance, spendable));
  return state.sourceMaxBalance === null ? byTarget : smaller(byTarget, state.sourceMaxBalance);
}

/**
 * Validates an entered quantity. Returns the first failure in an order that browser and server share: currencies, direction, number format and
 * scale, minimum, maximum.
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
