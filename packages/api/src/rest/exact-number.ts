import { formatDecimal } from '@quydoi/domain/money';

/** A number in JSON, written exactly as its decimal text says: amounts are wider than a float. */
export interface ExactNumber {
  readonly rawJSON: string;
}

const rawJSON = (JSON as unknown as { rawJSON(text: string): ExactNumber }).rawJSON;
const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/;

/** Minor units of a currency with `scale` decimals as a JSON number: shortest exact decimal, no exponent. */
export function exactAmount(minorUnits: bigint, scale: number): ExactNumber {
  return rawJSON(formatDecimal(minorUnits, scale));
}

/**
 * Decimal text as a JSON number without needless zeros.
 * @throws RangeError for text that is not a plain decimal
 */
export function exactDecimal(text: string): ExactNumber {
  const [, sign = '', whole = '', decimals = ''] = DECIMAL.exec(text) ?? [];
  if (whole === '') throw new RangeError(`Not a decimal: ${text}`);
  return exactAmount(BigInt(`${sign}${whole}${decimals}`), decimals.length);
}
