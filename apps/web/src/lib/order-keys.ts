import { isTextRecord, stored, useStored } from './stored.ts';

/** Maximum order keys stored on a device; the oldest are evicted. */
const KEYS_MAX = 50;
/** Order key: 128 bits in a URL-safe encoding. */
export const KEY_PATTERN = /^[A-Za-z0-9_-]{16,64}$/;

/** Keys of the orders created or opened by their full link on this device, by reference. */
export const orderKeys = stored<Record<string, string>>('orderKeys', {}, isTextRecord);
const lastRef = stored<string>('lastRef', '', (value): value is string => typeof value === 'string');

/** Stores the key of an order that was created or opened by its full link on this device. */
export function rememberOrderKey(ref: string, key: string): void {
  if (!KEY_PATTERN.test(key)) return;
  orderKeys.update((known) => Object.fromEntries([...Object.entries(known).filter(([other]) => other !== ref), [ref, key]].slice(-KEYS_MAX)));
}

/** Records the most recently created or opened order. */
export function rememberLastRef(ref: string): void {
  lastRef.update(() => ref);
}

/** Reference of the most recently created or opened order on this device; empty if none. */
export function lastOrderRef(): string {
  return lastRef.get();
}

/** The key of an order, when this device has it. */
export function orderKeyOf(ref: string): string | null {
  return orderKeys.get()[ref] ?? null;
}

/** Whether orders were created or opened on this device; false on the server and during hydration. */
export function useHasOrders(): boolean {
  const last = useStored(lastRef);
  return Object.keys(useStored(orderKeys)).length > 0 || last !== '';
}

/** Subscribes to an order's key; null on the server and during hydration. */
export function useOrderKey(ref: string): string | null {
  return useStored(orderKeys)[ref] ?? null;
}
