import { NETWORKS, type NetworkCode } from '@quydoi/domain/networks';
import type { PaymentFact } from '@quydoi/domain/transfer/payment';

/** Ids of the transactions of payments in a network's fee coin. */
export function feeCoinTxids(network: NetworkCode, facts: readonly PaymentFact[]): string[] {
  return [...new Set(facts.filter((fact) => isFeeCoin(network, fact)).map(txidOf))];
}

/**
 * Payments without the fee coin that we sent to a deposit address for its sweep; whatever else the transaction moves is a payment.
 * @param funded funded addresses by the transaction that funds them
 */
export function withoutOwnFunds(network: NetworkCode, facts: readonly PaymentFact[], funded: ReadonlyMap<string, string>): PaymentFact[] {
  return facts.filter((fact) => !(isFeeCoin(network, fact) && funded.get(txidOf(fact)) === fact.account));
}

function isFeeCoin(network: NetworkCode, { unit }: PaymentFact): boolean {
  return unit === NETWORKS[network].feeCoin?.unit;
}

/** Id of the transaction in a chain payment's reference. */
function txidOf({ reference }: PaymentFact): string {
  return reference.split(':')[0] ?? '';
}
