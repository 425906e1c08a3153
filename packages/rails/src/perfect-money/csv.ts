import { parse } from 'csv-parse/sync';

const NOTHING_FOUND = /^no (data|records?|transactions?|payments?|history|(e-?)?vouchers?)\b/i;

/** The lines of a CSV answer that hold anything. */
export function linesOf(csv: string): string[] {
  return csv
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    .filter((line) => line.trim() !== '');
}

/** Whether an answer ends with a line break, so that its last line is whole. */
export function isEnded(csv: string): boolean {
  return /[\r\n]\s*$/.test(csv);
}

/** Whether a line says that there is nothing in the period. */
export function isNothingFound(line: string): boolean {
  return NOTHING_FOUND.test(line.trim());
}

/** Parses one line at a time, so that an unbalanced quote cannot swallow the following lines. */
export function splitLine(line: string): string[] {
  try {
    const records: string[][] = parse(line, { relax_quotes: true, relax_column_count: true });
    return records[0] ?? [];
  } catch {
    return line.split(',');
  }
}

/** A cell, quoted or not, with the comma behind it. */
const CELL = /(?:"([^"]*)"|([^",]*)),/y;

/**
 * Splits off a line's first cells, so that no quote or comma behind them has a part in how they are read.
 * @returns what is behind them, or null if the line has fewer, or nothing behind
 */
export function splitLeading(line: string, count: number): { readonly cells: readonly string[]; readonly rest: string | null } {
  const cells: string[] = [];
  const pattern = new RegExp(CELL);
  while (cells.length < count) {
    const match = pattern.exec(line);
    if (!match) return { cells, rest: null };
    cells.push(match[1] ?? match[2] ?? '');
  }
  return { cells, rest: line.slice(pattern.lastIndex) };
}
