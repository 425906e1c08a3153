import { CURRENCIES, CURRENCY_CODES, type CurrencyCode, networkOf } from '../currencies.ts';
import { NETWORK_CODES, NETWORKS, type NetworkCode } from '../networks.ts';
import { refuseInstead } from './entered-instead.ts';
import { checkFormat, resembles } from './families.ts';
import { type AddressCheck, type AddressRejection, refuse } from './outcome.ts';
import { networkOfLink, readAddress } from './read-address.ts';

export type { AddressCheck } from './outcome.ts';

/** Placeholder destination of orders paid out as an e-voucher. */
export const EVOUCHER_DESTINATION = 'evoucher';

/** Token contracts with their address family: money sent to a contract is lost. EVM chains share addresses, so a contract on one is rejected on all. */
const TOKEN_CONTRACTS = CURRENCY_CODES.flatMap((code) => {
  const { contract } = CURRENCIES[code];
  return contract === undefined ? [] : [{ contract, family: networkOf(code).address.family }];
});

/**
 * Validates a payout destination, as people enter it (`readAddress`), and normalizes it to its stored form. A payment link must be for the
 * currency's network, because EVM chains share addresses. The rejection of a text that is clearly something else names it. Bank account numbers are
 * checked against the pattern for any bank; use `checkBankAccount` for one bank's own pattern. Does not detect the exchange's own addresses.
 */
export function checkDestination(code: CurrencyCode, text: string): AddressCheck {
  const entered = readAddress(text);
  if (CURRENCIES[code].isVoucher) return checkVoucherPlaceholder(entered);
  const { network } = CURRENCIES[code];
  const linked = networkOfLink(text);
  if (linked !== null && linked !== network) return refuseLink(linked);
  const checked = checkAddress(network, entered);
  if ('problem' in checked) return refuseInstead(text) ?? checked;
  const { family } = networkOf(code).address;
  const isContract = TOKEN_CONTRACTS.some((token) => token.family === family && token.contract === checked.address);
  return isContract ? refuse('malformed', 'this is a token contract') : checked;
}

/** Validates an address of a network, token contracts included, and normalizes it. Text that has the form of other networks' addresses is `wrong-network`. */
export function checkAddress(network: NetworkCode, text: string): AddressCheck {
  const format = NETWORKS[network].address;
  const checked = checkFormat(format, text);
  if ('address' in checked || resembles(format, text)) return checked;
  const belongsTo = NETWORK_CODES.filter((other) => resembles(NETWORKS[other].address, text));
  return belongsTo.length === 0 ? checked : refuseNetwork('an address', belongsTo);
}

function refuseLink(network: NetworkCode | 'unknown'): AddressRejection {
  return network === 'unknown' ? refuse('wrong-network', 'this link is for another chain') : refuseNetwork('a link', [network]);
}

function refuseNetwork(what: string, belongsTo: readonly NetworkCode[]): AddressRejection {
  const names = belongsTo.map((code) => NETWORKS[code].name).join(' or ');
  return { ...refuse('wrong-network', `this is ${what} of ${names}`), belongsTo };
}

function checkVoucherPlaceholder(text: string): AddressCheck {
  return text.toLowerCase() === EVOUCHER_DESTINATION ? { address: EVOUCHER_DESTINATION } : refuse('malformed', `the word ${EVOUCHER_DESTINATION}`);
}
