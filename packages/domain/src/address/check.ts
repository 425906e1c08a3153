import { CURRENCIES, CURRENCY_CODES, type CurrencyCode, networkOf } from '../currencies.ts';
import type { AddressFormat } from '../networks.ts';
import { checkBankAccount } from './bank.ts';
import { type BitcoinNetwork, checkBitcoin } from './bitcoin.ts';
import { checkEvm } from './evm.ts';
import { type AddressCheck, refuse } from './outcome.ts';
import { checkTron } from './tron.ts';
import { checkWallet } from './wallet.ts';

export type { AddressCheck } from './outcome.ts';

/** Placeholder destination of orders paid out as an e-voucher. */
export const EVOUCHER_DESTINATION = 'evoucher';

/** Networks that destinations are validated for: a test network where the installation runs on one. */
export interface DestinationNetworks {
  readonly bitcoin: BitcoinNetwork;
}

const MAIN_NETWORKS: DestinationNetworks = { bitcoin: 'mainnet' };

/** Token contracts with their address family: money sent to a contract is lost. EVM chains share addresses, so a contract on one is rejected on all. */
const TOKEN_CONTRACTS = CURRENCY_CODES.flatMap((code) => {
  const { contract } = CURRENCIES[code];
  return contract === undefined ? [] : [{ contract, family: networkOf(code).address.family }];
});

/**
 * Validates a payout destination and normalizes it to its stored form. Bank account numbers are checked against the pattern for any bank; use
 * `checkBankAccount` for one bank's own pattern. Does not detect the exchange's own addresses.
 */
export function checkDestination(code: CurrencyCode, text: string, networks: DestinationNetworks = MAIN_NETWORKS): AddressCheck {
  const trimmed = text.trim();
  if (CURRENCIES[code].isVoucher) return checkVoucherPlaceholder(trimmed);
  const format = networkOf(code).address;
  const checked = checkAddress(format, trimmed, networks);
  const isContract = TOKEN_CONTRACTS.some(({ contract, family }) => 'address' in checked && family === format.family && contract === checked.address);
  return isContract ? refuse('malformed', 'this is a token contract') : checked;
}

function checkAddress(format: AddressFormat, text: string, networks: DestinationNetworks): AddressCheck {
  switch (format.family) {
    case 'bank':
      return checkBankAccount(text);
    case 'wallet':
      return checkWallet(text, format);
    case 'tron':
      return checkTron(text);
    case 'evm':
      return checkEvm(text);
    case 'bitcoin':
      return checkBitcoin(text, networks.bitcoin);
  }
}

function checkVoucherPlaceholder(text: string): AddressCheck {
  return text.toLowerCase() === EVOUCHER_DESTINATION ? { address: EVOUCHER_DESTINATION } : refuse('malformed', `the word ${EVOUCHER_DESTINATION}`);
}
