import { type Caller, customerIdOf } from '@quydoi/contract/caller';

/** Subject of a caller who can be told from others: the customer, else the device; null without either. */
export function identifiedSubject(caller: Caller): string | null {
  const customerId = customerIdOf(caller);
  if (customerId !== null) return `customer:${customerId}`;
  return deviceSubject(caller);
}

/** Subject of a visitor by the device; null without one. */
export function deviceSubject({ deviceId }: Pick<Caller, 'deviceId'>): string | null {
  return deviceId ? `device:${deviceId}` : null;
}
