import { AppError } from '@quydoi/contract/errors';
import { fieldsInvalid } from '../errors.ts';

/** The fields of a body or query by lower-case name. Numbers are kept as their source text. */
export type Fields = ReadonlyMap<string, unknown>;

/**
 * Reads the fields of a query.
 * @throws AppError VALIDATION_FAILED for a name that is repeated
 */
export function readQuery(url: string): Fields {
  return byLowerCaseName(namedOnce(new URL(url).searchParams));
}

type SourceReviver = (this: unknown, key: string, value: unknown, context: { readonly source?: string }) => unknown;
const parseJson = JSON.parse as (text: string, reviver: SourceReviver) => unknown;

/**
 * Reads a body, JSON or form.
 * @param contentType the request's; JSON where it is missing
 * @throws AppError BODY_INVALID, or VALIDATION_FAILED for a name that a form repeats
 */
export function readFields(text: string, contentType: string | null): Fields {
  const mediaType = (contentType ?? 'application/json').split(';')[0]?.trim().toLowerCase();
  if (mediaType === 'application/x-www-form-urlencoded') return byLowerCaseName(namedOnce(new URLSearchParams(text)));
  if (mediaType !== 'application/json') throw new AppError('BODY_INVALID');
  return text.trim() === '' ? new Map() : byLowerCaseName(Object.entries(readObject(text)));
}

function readObject(text: string): object {
  let value: unknown;
  try {
    value = parseJson(text, keepScalarsAsWritten);
  } catch {
    throw new AppError('BODY_INVALID');
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value)) throw new AppError('BODY_INVALID');
  return value;
}

/** Keeps numbers as source text: floats lose digits, and `1e3` would become 1000. */
const keepScalarsAsWritten: SourceReviver = (_key, value, context) => {
  if (typeof value === 'number' || typeof value === 'boolean') return context.source ?? String(value);
  return value;
};

/** The entries of a query or form. Of a name that is repeated, in any case, a proxy in front may have read the one and we the other. */
function namedOnce(params: URLSearchParams): readonly (readonly [string, string])[] {
  // Looked up, not searched for: a body has room for thousands of names.
  const known = new Set<string>();
  for (const name of params.keys()) {
    const key = name.toLowerCase();
    if (known.has(key)) throw fieldsInvalid([{ field: name, problem: 'repeated' }]);
    known.add(key);
  }
  return [...params];
}

/** The first field of a name wins, an exact lower-case one before a capitalised one. Null and missing are the same. */
function byLowerCaseName(entries: readonly (readonly [string, unknown])[]): Fields {
  const fields = new Map<string, unknown>();
  for (const [name, value] of entries) {
    const key = name.toLowerCase();
    if (value !== null && (!fields.has(key) || name === key)) fields.set(key, value);
  }
  return fields;
}
