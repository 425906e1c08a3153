import { isTextRecord, stored, useStored } from './stored.ts';

/** Orders whose keys a device keeps; the oldest go first. */
const KEYS_MAX = 50;
/** A key: 128 bits in some text form. */
const KEY_PATTERN = /^[A-Za-z0-9_-]{16,64}$/;

const keys = stored<Record<string, string>>('orderKeys', {}, isTextRecord);
const lastRef = stored<string>('lastRef', '', (value): value is string => typeof value === 'string');

/** Keeps the key of an order that this device made or was given the full link of. */
export function rememberOrderKey(ref: string, key: string): void {
  if (!KEY_PATTERN.test(key)) return;
  const others = Object.entries(keys.get()).filter(([known]) => known !== ref);
  keys.set(Object.fromEntries([...others, [ref, key]].slice(-KEYS_MAX)));
}

/** Notes the order that was made or opened last. */
export function rememberLastRef(ref: string): void {
  lastRef.set(ref);
}

/** The order that was made or opened last on this device; empty when none was. */
export function lastOrderRef(): string {
  return lastRef.get();
}

/** The key of an order, when this device has it. */
export function orderKeyOf(ref: string): string | null {
  return keys.get()[ref] ?? null;
}

/** The key of an order, following changes; null on the server and while hydrating. */
export function useOrderKey(ref: string): string | null {
  return useStored(keys)[ref] ?? null;
}

/** References of the orders whose keys this device has, newest first; none on the server and while hydrating. */
export function useKnownRefs(): readonly string[] {
  return Object.keys(useStored(keys)).reverse();
}

/** The key in an address: the fragment `#k=…`, or the query `?k=…` of links that lost their fragment. */
export function keyInAddress(address: URL): string | null {
  const key = new URLSearchParams(address.hash.slice(1)).get('k') ?? address.searchParams.get('k');
  return key !== null && KEY_PATTERN.test(key) ? key : null;
}

/** The address without a key in its query, which servers would log: the key goes to the fragment. */
export function withKeyInFragment(address: URL, key: string): string {
  const moved = new URL(address);
  moved.searchParams.delete('k');
  return `${moved.pathname}${moved.search}#k=${key}`;
}
