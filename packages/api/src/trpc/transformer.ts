import { AppError } from '@quydoi/contract/errors';
import superjson from 'superjson';
import { serializeView } from '../fast-path/serialize-view.ts';

/**
 * How values cross the wire. Answers go out through superjson, which keeps amounts (bigint) and moments. Inputs are plain JSON in the same
 * wrapping: superjson would follow whatever its annotations claim, and a short hostile one keeps it busy for tens of milliseconds.
 */
export const transformer = {
  input: { serialize: superjson.serialize, deserialize: readInput },
  output: { serialize: serializeView, deserialize: superjson.deserialize },
};

/**
 * The value in `{json, meta?}`. The one annotation that clients send with plain inputs is that something is undefined.
 * @throws AppError BODY_INVALID
 */
function readInput(wrapped: unknown): unknown {
  if (!isRecord(wrapped) || !Object.hasOwn(wrapped, 'json')) throw new AppError('BODY_INVALID');
  const { json, meta } = wrapped;
  const annotations = isRecord(meta) ? meta.values : undefined;
  if (annotations === undefined) return json;
  if (isUndefinedMark(annotations)) return undefined;
  if (!isRecord(annotations) || !isRecord(json) || !Object.values(annotations).every(isUndefinedMark)) throw new AppError('BODY_INVALID');
  return Object.fromEntries(Object.entries(json).filter(([key]) => !Object.hasOwn(annotations, key)));
}

function isUndefinedMark(annotation: unknown): boolean {
  return Array.isArray(annotation) && annotation.length === 1 && annotation[0] === 'undefined';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}
