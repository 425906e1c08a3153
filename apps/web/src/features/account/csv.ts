/** Texts that spreadsheets would run as formulas. A negative number is none. */
const FORMULA = /^(?!-\d+(?:\.\d+)?$)[=+\-@\t\r]/;
const NEEDS_QUOTES = /[",\r\n;]/;

/** Writes rows as CSV (RFC 4180), with the mark by which spreadsheets know UTF-8. What a stranger wrote is no formula. */
export function csvOf(rows: readonly (readonly string[])[]): string {
  return `\uFEFF${rows.map((row) => row.map(cellOf).join(',')).join('\r\n')}\r\n`;
}

function cellOf(text: string): string {
  const plain = FORMULA.test(text) ? `'${text}` : text;
  return NEEDS_QUOTES.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
