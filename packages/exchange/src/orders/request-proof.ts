import type { ProvableRequest } from '@quydoi/database/repositories/requests';
import { isMac, type MacSecrets, macOf } from '../keyed-mac.ts';

/** HMAC secrets of orders and their requests, shared by web and signer: the first proves new ones, all verify. */
export type RequestSecrets = MacSecrets;

/** What a proof is of. */
type Provable = Pick<ProvableRequest, 'id' | 'orderId' | 'action' | 'params'>;

/**
 * Proves that the web process has seen the order's key, or its owner, with this request: an HMAC of all that the request says. Neither web's nor
 * worker's database login can make one.
 */
export function proofOf(request: Provable, secrets: RequestSecrets): string {
  return macOf(textOf(request), secrets);
}

/** Verifies a request's proof in constant time against every secret. */
export function isProven(request: ProvableRequest, secrets: RequestSecrets): boolean {
  return isMac(request.proof ?? '', textOf(request), secrets);
}

function textOf({ id, orderId, action, params }: Provable): string {
  const sorted = Object.entries(params).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify(['order request', id, orderId, action, sorted]);
}
