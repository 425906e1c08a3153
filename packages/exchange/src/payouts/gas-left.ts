import type { Books } from '@quydoi/database/repositories/balance-checks';
import { larger, smaller } from '@quydoi/domain/money';

/**
 * What a hot wallet has of its fee coin to pay fees with, where customers trade the coin too. What is on its way to them may have left the wallet or
 * not: within that, the ledger tells how much of the rest is gas.
 * @param balance of the wallet
 * @param reserve what the ledger has for customers
 * @param gas what the ledger has for fees, with the difference that operators accepted
 */
export function gasLeft(balance: bigint, reserve: Books, gas: bigint): bigint {
  const least = balance - reserve.total;
  return larger(larger(least, smaller(gas, least + reserve.leaving)), 0n);
}
