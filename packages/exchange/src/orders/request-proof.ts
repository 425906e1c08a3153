import type { ProvableRequest } from '@quydoi/database/repositories/requests';
import { isMac, type MacSecrets, macOf } from '../keyed-mac.ts';

/** HMAC secrets of the proofs of orders and requests, shared by web and signer: proofs are made with the first, and verified with all. */
export type RequestSecrets = MacSecrets;

/** The fields of a request that its proof covers. */
type Provable = Pick<ProvableRequest, 'id' | 'orderId' | 'action' | 'params'>;

/**
 * The proof of a request: an HMAC over its fields, which only the web process makes, once it has seen the order's key or its owner. Neither web's nor
 * worker's database login can make one.
 */
export function requestProofOf(request: Provable, secrets: RequestSecrets): string {
  return macOf(textOf(request), secrets);
}

/** Verifies a request's proof in constant time against every secret. */
export function isRequestProven(request: ProvableRequest, secrets: RequestSecrets): boolean {
  return isMac(request.proof ?? '', textOf(request), secrets);
}

function textOf({ id, orderId, action, params }: Provable): string {
  const sorted = Object.entries(params).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify(['order request', id, orderId, action, sorted]);
}
