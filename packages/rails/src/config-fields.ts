import { z } from 'zod';

/** Shapes of variables that several rails and programs use. */

const SANDBOX_MARK = /^sandbox-/;

/** One secret, or two while they are being changed. Refuses the empty one that a stray comma would make. */
export const secretList = z
  .string()
  .transform((text) => text.split(',').map((piece) => piece.trim()))
  .pipe(z.array(z.string().min(16)));

/** A text of this pattern, without the mark of values that a first start generated. */
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
