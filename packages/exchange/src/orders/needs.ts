import { parseDecimal } from '@quydoi/domain/money';
import type { OrderKind } from '@quydoi/domain/order-status';
import type { Priced } from '@quydoi/domain/price/quote';
import { price } from '@quydoi/domain/price/quote';
import type { Settings } from '@quydoi/domain/settings';
import { type Trade, termsOf } from '../market/trade.ts';

/** Unmet requirement: login, login for this amount, or identity verification. */
export type OrderRequirement = 'REQUIRED_LOGIN' | 'LOGIN_FOR_AMOUNT' | 'KYC_TO_CONTINUE';

/** Value of an order in dong: the amount paid or received; for swaps, the value at the source currency's sell rate. */
export function cashOf(settings: Settings, trade: Trade, priced: Priced): bigint {
  if (trade.kind === 'buy') return priced.amountSent;
  if (trade.kind === 'sell') return priced.amountReceived;
  const sell = trade.from === 'vnd' ? undefined : settings.sell.get(trade.from);
  return sell ? price(termsOf('sell', trade.from, 'vnd', sell.value, 0n), priced.quantity).amountReceived : 0n;
}

/** Lists unmet requirements, login before identity verification. Reported with the quote, before any payment. @param customerId null for visitors */
export function needsOf(settings: Settings, customerId: string | null, kind: OrderKind, cash: bigint): OrderRequirement[] {
  const { site } = settings;
  const loginFrom = parseDecimal(site.minOrderLogin, 0) ?? 0n;
  const kycFrom = parseDecimal(site.minOrderKyc, 0) ?? 0n;
  const needs: OrderRequirement[] = [];
  const always = kind === 'ex' ? site.requiredLoginToExchange : site.requiredLoginToBuySell || loginFrom === 0n;
  const needsKyc = site.requiredVerify || (kycFrom > 0n && cash >= kycFrom);
  if (customerId === null) {
    if (always || site.requiredVerify) needs.push('REQUIRED_LOGIN');
    else if (loginFrom > 0n && cash >= loginFrom) needs.push('LOGIN_FOR_AMOUNT');
  }
  if (needsKyc) needs.push('KYC_TO_CONTINUE');
  return needs;
}
