/** A number in JSON, written exactly as its decimal text says: amounts are wider than a float. */
export interface ExactNumber {
  readonly rawJSON: string;
}

const rawJSON = (JSON as unknown as { rawJSON(text: string): ExactNumber }).rawJSON;
const DECIMAL = /^-?\d+(?:\.\d+)?$/;

/** Minor units of a currency with `scale` decimals as a JSON number: shortest exact decimal, no exponent. */
export function exactAmount(minorUnits: bigint, scale: number): ExactNumber {
  const sign = minorUnits < 0n ? '-' : '';
  const digits = (minorUnits < 0n ? -minorUnits : minorUnits).toString().padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  return exactDecimal(`${sign}${whole}${scale === 0 ? '' : `.${digits.slice(-scale)}`}`);
}

/**
 * Decimal text as a JSON number without needless zeros.
 * @throws RangeError for text that is not a plain decimal
 */
export function exactDecimal(text: string): ExactNumber {
  if (!DECIMAL.test(text)) throw new RangeError(`Not a decimal: ${text}`);
  const trimmed = text.includes('.') ? text.replace(/\.?0+$/, '') : text;
  return rawJSON(trimmed.replace(/^(-?)0+(?=\d)/, '$1').replace(/^-0$/, '0'));
}
