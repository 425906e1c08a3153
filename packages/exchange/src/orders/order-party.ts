import { createHmac } from 'node:crypto';
import { type Caller, customerIdOf } from '@quydoi/contract/caller';
import type { OrderDeps } from './order-deps.ts';

const DESTINATION_SUBJECT = 'destination:';
const ORIGIN_LENGTH = 16;

/** Whose order it is: the customer's, the device's, or, where nothing else is known, that of whoever named the destination. */
export function subjectOf(caller: Caller, destination: string): string {
  const customerId = customerIdOf(caller);
  if (customerId !== null) return `customer:${customerId}`;
  return caller.deviceId ? `device:${caller.deviceId}` : `${DESTINATION_SUBJECT}${destination}`;
}

/** Where keys count: with their subject; a caller who only names a wallet has them for their own network alone. */
export function idempotencyScopeOf(caller: Caller, destination: string): string {
  const subject = subjectOf(caller, destination);
  return isOwnerless(subject) ? `${caller.addressBlock} ${subject}` : subject;
}

/** The caller's network, so that it can be counted by and not be read. */
export function originOf(caller: Caller, deps: Pick<OrderDeps, 'secrets'>): string {
  return createHmac('sha256', deps.secrets[0]).update(`origin ${caller.addressBlock}`).digest('base64url').slice(0, ORIGIN_LENGTH);
}

/** Whether a subject is nobody: who only names a wallet does not own the orders to it. */
export function isOwnerless(subject: string): boolean {
  return subject.startsWith(DESTINATION_SUBJECT);
}
