import { CURRENCIES } from '@quydoi/domain/currencies';
import { formatDecimal, parseDecimal } from '@quydoi/domain/money';
import type { PayOsPayout } from '../payos/book.ts';
import type { PmPayment } from '../perfect-money/book.ts';
import type { BankTransfer } from '../sepay/book.ts';
import type { TokenTransfer } from '../tron/book.ts';
import type { World } from '../world.ts';

/** Largest transfer that is taken, in dong. */
export const DONG_MAX = 10_000_000_000_000;

/** Largest transfer that is taken, in millionths of a USDT. */
const USDT_MAX = 10_000_000_000_000n;

/** Money that reached an account, as scripts read it. */
export interface Received {
  readonly rail: 'bank' | 'perfect-money' | 'tron';
  readonly currency: 'vnd' | 'pm' | 'trc20';
  /** In the currency: 2607975 dong, 100.5 dollars or USDT. */
  readonly amount: number;
  /** The bank's reference, the batch number, or the transaction's id. */
  readonly id: string;
  /** ISO 8601. */
  readonly at: string;
}

/** A bank transfer as scripts read it. */
export function receivedAtBank(transfer: BankTransfer): Received {
  return { rail: 'bank', currency: 'vnd', amount: transfer.amount, id: transfer.reference, at: transfer.at.toISOString() };
}

/** A payout that arrived at a bank, as scripts read it. */
export function receivedFromPayOs(payout: PayOsPayout): Received {
  const at = payout.arrivedAt ?? payout.createdAt;
  return { rail: 'bank', currency: 'vnd', amount: payout.amount, id: payout.reference, at: at.toISOString() };
}

/** A Perfect Money transfer as scripts read it. */
export function receivedInWallet(payment: PmPayment): Received {
  const amount = Number(formatDecimal(payment.amount, CURRENCIES.pm.scale));
  return { rail: 'perfect-money', currency: 'pm', amount, id: String(payment.batch), at: payment.at.toISOString() };
}

/** A transfer of USDT on TRON as scripts read it. */
export function receivedOnTron({ txid, amount, at }: Pick<TokenTransfer, 'txid' | 'amount' | 'at'>): Received {
  const usdt = Number(formatDecimal(BigInt(amount), CURRENCIES.trc20.scale));
  return { rail: 'tron', currency: 'trc20', amount: usdt, id: txid, at: at.toISOString() };
}

/** Everything that arrived at an account or wallet and stayed there, oldest first. */
export function receivedBy({ bankBook, payOsBook, pmBook, tron, now }: World, account: string): Received[] {
  const inWallet = pmBook.of(account.toUpperCase(), now()).filter((payment) => payment.payee === account.toUpperCase());
  const atBank = [...bankBook.to(account).map(receivedAtBank), ...payOsBook.arrivedAt(account, now()).map(receivedFromPayOs)];
  return [
    ...atBank.sort((a, b) => a.at.localeCompare(b.at)),
    ...inWallet.reverse().map(receivedInWallet),
    ...tron.receivedBy(account).map(receivedOnTron),
  ];
}

/** Dong of an amount that a script or person wrote; null unless it is a whole number within bounds. */
export function dongOf(amount: number | string): number | null {
  const dong = parseDecimal(String(amount), 0);
  return dong !== null && dong > 0n && dong <= DONG_MAX ? Number(dong) : null;
}

/** Cents of an amount in dollars; null unless it is above zero with at most two decimals. */
export function centsOf(amount: number | string): bigint | null {
  const cents = parseDecimal(String(amount), CURRENCIES.pm.scale);
  return cents !== null && cents > 0n ? cents : null;
}

/** Millionths of an amount in USDT; null unless it is above zero with at most six decimals, and within what customers have. */
export function usdtOf(amount: number | string): number | null {
  const units = parseDecimal(String(amount), CURRENCIES.trc20.scale);
  return units !== null && units > 0n && units <= USDT_MAX ? Number(units) : null;
}
