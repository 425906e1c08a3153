import { z } from 'zod';

/** Zod schemas of variables shared by rails and programs. */

const SANDBOX_MARK = /^sandbox-/;

/** A comma-separated list of secrets; two during rotation. Rejects empty entries. */
export const secretList = z
  .string()
  .transform((text) => text.split(',').map((piece) => piece.trim()))
  .pipe(z.array(z.string().min(16)));

/** A string of this pattern, stripped of the prefix of values generated at the first start. */
export function unmarked(pattern: RegExp) {
  return z
    .string()
    .transform((text) => text.replace(SANDBOX_MARK, ''))
    .pipe(z.string().regex(pattern));
}

/** A positive number of milliseconds. */
export function milliseconds(fallback: number) {
  return z.coerce.number().int().positive().default(fallback);
}

/** A positive number of whole units of a currency. */
export function wholeUnits(fallback: number) {
  return z.coerce.number().int().positive().default(fallback);
}

/** Faults of variables that belong together, if some of them are set and others are not: the missing ones. */
export function halfSet(variables: Readonly<Record<string, string | undefined>>, names: readonly string[]): string[] {
  const missing = names.filter((name) => variables[name] === undefined);
  return missing.length === names.length ? [] : missing.map((name) => `${name}: missing, of the provider that other variables set`);
}
