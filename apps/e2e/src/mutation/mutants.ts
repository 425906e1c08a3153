import { createHash } from 'node:crypto';

/** Position in a file: line and column, both from 0. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** One change to the code that tests should notice. */
export interface Mutant {
  readonly fileName: string;
  readonly location: { readonly start: Position; readonly end: Position };
  readonly replacement: string;
}

/** Mutant that no test can notice, because the program behaves the same. Found by its texts, so that it may move within its file. */
export interface Unchanged {
  readonly file: string;
  readonly from: string;
  readonly to: string;
  readonly why: string;
}

/** Chooses `size` mutants by a seed. The same code and seed choose the same ones, in whatever order the mutants are given. */
export function sampleOf<M extends Mutant>(mutants: readonly M[], size: number, seed: string): M[] {
  const ranked = mutants.map((mutant) => ({ mutant, rank: rankOf(mutant, seed) }));
  ranked.sort((a, b) => (a.rank < b.rank ? -1 : a.rank > b.rank ? 1 : 0));
  return ranked.slice(0, size).map(({ mutant }) => mutant);
}

/** Code that a mutant replaces. */
export function textOf({ location: { start, end } }: Mutant, source: string): string {
  const lines = source.split('\n').slice(start.line, end.line + 1);
  const last = lines.length - 1;
  return lines.map((line, index) => line.slice(index === 0 ? start.column : 0, index === last ? end.column : undefined)).join('\n');
}

/** The entry that says why a mutant changes nothing; undefined if there is none. Indentation does not count. */
export function findUnchanged(mutant: Mutant, source: string, list: readonly Unchanged[]): Unchanged | undefined {
  const [from, to] = [flat(textOf(mutant, source)), flat(mutant.replacement)];
  return list.find((entry) => mutant.fileName.endsWith(entry.file) && flat(entry.from) === from && flat(entry.to) === to);
}

/** Code without its line breaks and indentation. */
export function flat(code: string): string {
  return code.replaceAll(/\s+/g, ' ').trim();
}

function rankOf({ fileName, location: { start, end }, replacement }: Mutant, seed: string): string {
  const file = fileName.slice(fileName.lastIndexOf('/packages/') + 1);
  const key = [seed, file, start.line, start.column, end.line, end.column, replacement].join('\0');
  return createHash('sha256').update(key).digest('hex');
}
