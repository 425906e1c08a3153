import type { CurrencyCode } from '../currencies.ts';
import { checkBankAccount } from './bank.ts';
import { type BitcoinNetwork, checkBitcoin } from './bitcoin.ts';
import { checkEvm } from './evm.ts';
import type { AddressCheck } from './outcome.ts';
import { checkPerfectMoney } from './perfect-money.ts';
import { checkTron } from './tron.ts';
import { checkWebMoney } from './webmoney.ts';

export type { AddressCheck, AddressProblem } from './outcome.ts';

/** What stands for a destination where the customer gets an e-voucher. */
export const EVOUCHER_DESTINATION = 'evoucher';

/** Networks other than the main ones, where the installation runs on them. */
export interface DestinationNetworks {
  readonly bitcoin: BitcoinNetwork;
}

const MAIN_NETWORKS: DestinationNetworks = { bitcoin: 'mainnet' };

/**
 * Checks where a customer wants to be paid, and writes it the one way we store it. Account numbers are checked for any bank; the chosen
 * bank's own pattern is `checkBankAccount`'s. Whether an address is one of ours only the exchange knows.
 */
export function checkDestination(code: CurrencyCode, text: string, networks: DestinationNetworks = MAIN_NETWORKS): AddressCheck {
  const trimmed = text.trim();
  switch (code) {
    case 'pm':
      return checkPerfectMoney(trimmed);
    case 'e-voucher':
      return trimmed.toLowerCase() === EVOUCHER_DESTINATION
        ? { address: EVOUCHER_DESTINATION }
        : { problem: 'malformed', hint: `the word ${EVOUCHER_DESTINATION}` };
    case 'wmz':
      return checkWebMoney(trimmed);
    case 'trc20':
      return checkTron(trimmed);
    case 'erc20':
    case 'bep20':
    case 'eth':
      return checkEvm(trimmed);
    case 'btc':
      return checkBitcoin(trimmed, networks.bitcoin);
    case 'vnd':
      return checkBankAccount(trimmed);
  }
}
