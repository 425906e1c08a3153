import { createHmac } from 'node:crypto';
import { type Caller, customerIdOf } from '@quydoi/contract/caller';
import type { OrderDeps } from './order-deps.ts';

const DESTINATION_SUBJECT = 'destination:';
const ORIGIN_LENGTH = 16;

/** Subject that an order's limits are counted by: the customer, else the device, else the destination. */
export function subjectOf(caller: Caller, destination: string): string {
  const customerId = customerIdOf(caller);
  if (customerId !== null) return `customer:${customerId}`;
  return caller.deviceId ? `device:${caller.deviceId}` : `${DESTINATION_SUBJECT}${destination}`;
}

/** Scope of a caller's idempotency keys: the subject, qualified by the caller's network when the subject is only a destination. */
export function idempotencyScopeOf(caller: Caller, destination: string): string {
  const subject = subjectOf(caller, destination);
  return isOwnerless(subject) ? `${caller.addressBlock} ${subject}` : subject;
}

/** Keyed hash of the caller's network (address block): limits can be counted by it, and the address cannot be recovered. */
export function originOf(caller: Caller, deps: Pick<OrderDeps, 'secrets'>): string {
  return createHmac('sha256', deps.secrets[0]).update(`origin ${caller.addressBlock}`).digest('base64url').slice(0, ORIGIN_LENGTH);
}

/** Whether a subject is only a destination. Naming a destination proves no ownership of the orders to it. */
export function isOwnerless(subject: string): boolean {
  return subject.startsWith(DESTINATION_SUBJECT);
}
