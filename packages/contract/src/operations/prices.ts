import { z } from 'zod';
import { codeText, decimalText } from '../primitives.ts';
import { procedures } from '../procedure.ts';
import { doneOrProposed } from './terms.ts';

/** Settings of one rate or pair, decimal text. A field that is left out stays as it is. */
const rateSettings = z.object({
  value: decimalText,
  fee: decimalText.optional(),
  percentFee: decimalText.optional(),
  maxFee: decimalText.nullable().optional(),
  minQuantity: decimalText.nullable().optional(),
});

/**
 * Bounds of a fee that follows the network's cost of a payout, decimal text in the currency. `coinPrice`: price of one coin that pays the network's
 * fees, in the currency; null where that coin is traded: its buy rate is then the price. Without bounds (null) the fee stays as it is.
 */
const automaticFee = z.object({ floor: decimalText, cap: decimalText, coinPrice: decimalText.nullable() }).nullable().optional();

/**
 * How the value follows the market: reference price × dong per dollar × (1 ± `profit` percent), between `floor` and `cap`, decimal text. Omitted or null: the
 * value stays as this call sets it.
 */
const automaticRate = z.object({ profit: decimalText, floor: decimalText, cap: decimalText }).nullable().optional();

/** Override of RATE_CIRCLE: accepts a rate that allows arbitrage, which two operators decide. */
const circleConsent = { force: z.boolean().optional(), note: z.string().min(1).max(500).optional() };

/** Prices: rows of `operations`. */
export const priceOperations = procedures({
  /**
   * Sets the price of a currency (`buy`, `sell`) and derives its swap pairs again; the old ones stay on record. Between the bounds of an automatic fee,
   * which buys on chains can have, the exchange sets the fee of both by itself, and between those of an automatic rate the value; `value` is then the one to
   * begin with. Past the bound that we would lose by, and while its reference prices are not sane, the currency is under maintenance. Errors: RATE_CIRCLE when two or three trades in a circle would pay
   * more than they cost, an automatic fee at its floor, unless forced with a note.
   */
  setRate: {
    kind: 'mutation',
    access: 'operator',
    limit: null,
    audit: true,
    secondOperator: 'rate',
    input: z.object({ kind: z.enum(['buy', 'sell']), code: codeText, automaticFee, automaticRate, ...circleConsent }).extend(rateSettings.shape),
    output: doneOrProposed,
  },
  /** Sets the price of a swap pair, which from then on does not follow its currencies' rates. Errors: as for `setRate`. */
  setPair: {
    kind: 'mutation',
    access: 'operator',
    limit: null,
    audit: true,
    secondOperator: 'rate',
    input: z.object({ from: codeText, to: codeText, ...circleConsent }).extend(rateSettings.shape),
    output: doneOrProposed,
  },
  /** Derives the price of a swap pair from its currencies' rates, now and whenever one of them is set. Errors: as for `setRate`. */
  derivePair: {
    kind: 'mutation',
    access: 'operator',
    limit: null,
    audit: true,
    secondOperator: 'rate',
    input: z.object({ from: codeText, to: codeText, ...circleConsent }),
    output: doneOrProposed,
  },
});
