import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { ProvableRequest } from '@quydoi/database/repositories/requests';

/** HMAC secrets of order requests, shared by web and signer: the first proves new requests, all verify. */
export type RequestSecrets = readonly [KeyObject, ...KeyObject[]];

/** What a proof is of. */
type Provable = Pick<ProvableRequest, 'id' | 'orderId' | 'action' | 'params'>;

/**
 * Proves that the web process has seen the order's key, or its owner, with this request: an HMAC of all that the request says. Neither web's nor
 * worker's database login can make one.
 */
export function proofOf(request: Provable, secrets: RequestSecrets): string {
  return macOf(request, secrets[0]).toString('base64url');
}

/** Verifies a request's proof in constant time against every secret. */
export function isProven(request: ProvableRequest, secrets: RequestSecrets): boolean {
  const given = Buffer.from(request.proof ?? '', 'base64url');
  return secrets
    .map((secret) => {
      const mac = macOf(request, secret);
      return given.length === mac.length && timingSafeEqual(given, mac);
    })
    .includes(true);
}

function macOf({ id, orderId, action, params }: Provable, secret: KeyObject): Buffer {
  const sorted = Object.entries(params).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHmac('sha256', secret)
    .update(JSON.stringify(['order request', id, orderId, action, sorted]))
    .digest();
}
