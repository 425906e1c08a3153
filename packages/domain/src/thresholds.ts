import { parseDecimal } from './money.ts';
import type { OrderKind } from './order-status.ts';
import type { SiteSettings } from './settings.ts';

/** Site settings that say which orders need a login or a verified identity. */
export type ThresholdSettings = Pick<
  SiteSettings,
  'minOrderLogin' | 'minOrderKyc' | 'requiredLoginToBuySell' | 'requiredLoginToExchange' | 'requiredVerify'
>;

/** Value in dong from which orders need a customer whose identity is verified; 0: all of them, null: none. */
export function kycFrom(site: ThresholdSettings): bigint | null {
  return site.requiredVerify ? 0n : positive(site.minOrderKyc);
}

/** Value in dong from which orders of a kind need a login; 0: all of them, null: none. Only customers can be verified, so an order that needs that needs both. */
export function loginFrom(site: ThresholdSettings, kind: OrderKind): bigint | null {
  const from = positive(site.minOrderLogin);
  const kyc = kycFrom(site);
  if (kind === 'ex' ? site.requiredLoginToExchange : site.requiredLoginToBuySell || from === null) return 0n;
  return from === null || (kyc !== null && kyc < from) ? kyc : from;
}

function positive(dong: string): bigint | null {
  return parseDecimal(dong, 0) || null;
}
