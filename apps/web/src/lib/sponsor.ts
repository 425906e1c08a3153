import { normalizeCustomerId } from '@quydoi/domain/customer/customer-id';
import { stored } from './stored.ts';

/** Id of the customer whose link was followed first on this device; empty if none was. */
const sponsor = stored('sponsor', '', (value) => typeof value === 'string');

/**
 * Keeps the customer whom the `ref` of a query names, unless one is kept already. What cannot be a customer's id is ignored; whether it is one, the
 * server finds out at registration.
 * @returns the id that is kept, or empty
 */
export function keepSponsor(search: string): string {
  const id = normalizeCustomerId(new URLSearchParams(search).get('ref') ?? '');
  if (id !== null && sponsor.get() === '') sponsor.update(() => id);
  return sponsor.get();
}
