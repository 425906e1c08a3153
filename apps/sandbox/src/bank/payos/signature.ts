import { createHmac } from 'node:crypto';

/** payOS's `x-signature`: hex HMAC-SHA256 of `key=value` pairs, keys sorted at every depth, both URL-encoded, lists and objects as JSON. */
export function payOsSignature(checksumKey: string, object: object): string {
  const query = Object.entries(inOrder(object) as object)
    .map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(written(value))}`)
    .join('&');
  return createHmac('sha256', checksumKey).update(query).digest('hex');
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, inOrder(inner)]),
  );
}

function written(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
