import type { AddressFamilyName, AddressFormat } from '../network.ts';
import { BANK } from './bank.ts';
import { BASE58CHECK } from './base58check.ts';
import { BITCOIN } from './bitcoin.ts';
import { EVM } from './evm.ts';
import type { AddressFamily } from './family.ts';
import type { AddressCheck } from './outcome.ts';
import { WALLET } from './wallet.ts';

const FAMILIES: { readonly [F in AddressFamilyName]: AddressFamily<F> } = {
  bank: BANK,
  wallet: WALLET,
  evm: EVM,
  base58check: BASE58CHECK,
  bitcoin: BITCOIN,
};

/** Validates text against a format. */
export function checkFormat<F extends AddressFamilyName>(format: AddressFormat<F>, text: string): AddressCheck {
  return FAMILIES[format.family].check(text, format);
}

/** Whether text has the outward form of an address in a format. */
export function resembles<F extends AddressFamilyName>(format: AddressFormat<F>, text: string): boolean {
  return FAMILIES[format.family].resembles?.(text, format) ?? false;
}
