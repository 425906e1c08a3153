import type { Caller } from '@quydoi/contract/caller';
import { addressNetwork } from '@quydoi/domain/address/address-network';
import { identifiedSubject } from '../identified-subject.ts';
import { macOf } from '../keyed-mac.ts';
import type { OrderDeps } from './order-deps.ts';

const DESTINATION_SUBJECT = 'destination:';
const ORIGIN_BYTES = 12;

/** Subject that an order's limits are counted by: the customer, else the device, else the IP network with the destination. */
export function subjectOf(caller: Caller, deps: Pick<OrderDeps, 'secrets'>, destination: string): string {
  return identifiedSubject(caller) ?? `${DESTINATION_SUBJECT}${originOf(caller, deps)}:${destination}`;
}

/** Scope of a caller's idempotency keys: the customer or device, else the caller's IP address with the destination. */
export function idempotencyScopeOf(caller: Caller, destination: string): string {
  return identifiedSubject(caller) ?? `${caller.addressBlock} ${DESTINATION_SUBJECT}${destination}`;
}

/** Keyed hash of the caller's IP network (/24, /48), which limits are counted by. The IP address cannot be recovered from it. */
export function originOf(caller: Caller, deps: Pick<OrderDeps, 'secrets'>): string {
  return macOf(`origin ${addressNetwork(caller.addressBlock)}`, deps.secrets, ORIGIN_BYTES);
}

/** Whether a subject is an IP network with a destination. Sharing both proves no ownership of the orders. */
export function isOwnerless(subject: string): boolean {
  return subject.startsWith(DESTINATION_SUBJECT);
}
