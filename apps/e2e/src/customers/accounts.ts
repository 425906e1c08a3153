import { EVOUCHER_DESTINATION } from '@quydoi/domain/address/check';
import { CURRENCIES, type CurrencyCode } from '@quydoi/domain/currencies';
import { SIMULATED_NETWORKS, type SimulatedNetworkCode, simulatedNetworkOf } from '@quydoi/sandbox/networks';

/**
 * Purposes of a customer's accounts. Each customer has one of each, so that every transfer to it belongs to one order; operators return payments
 * from their inbox to `inbox`.
 */
const ACCOUNT_USES = ['destination', 'refund', 'own', 'third-party', 'inbox'] as const;
export type AccountUse = (typeof ACCOUNT_USES)[number];

/** The n-th customer's account for a purpose, in the format of the currency's network. All vouchers have one destination. */
export function accountOf(code: CurrencyCode, use: AccountUse, n: number): string {
  if (use === 'destination' && CURRENCIES[code].isVoucher === true) return EVOUCHER_DESTINATION;
  return SIMULATED_NETWORKS[simulatedNetwork(code)].customerAccount(ACCOUNT_USES.indexOf(use), n);
}

/** The simulated network of a currency. @throws Error when the sandbox has none */
export function simulatedNetwork(code: CurrencyCode): SimulatedNetworkCode {
  const network = simulatedNetworkOf(code);
  if (network === null) throw new Error(`${code} is not simulated`);
  return network;
}
