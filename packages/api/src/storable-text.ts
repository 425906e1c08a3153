/**
 * The first place in parsed input whose text PostgreSQL cannot keep as it is: a NUL character is refused by it, a lone surrogate would
 * silently become another character. Null when there is none. Input is plain objects, arrays and scalars, as schemas give them out.
 */
export function findUnstorableText(input: unknown, path = ''): string | null {
  if (typeof input === 'string') return input.includes('\0') || !input.isWellFormed() ? path : null;
  if (input === null || typeof input !== 'object') return null;
  for (const [key, value] of Object.entries(input)) {
    const found = findUnstorableText(value, path === '' ? key : `${path}.${key}`);
    if (found !== null) return found;
  }
  return null;
}
