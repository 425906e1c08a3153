import { type AddressCheck, refuse } from './outcome.ts';

/** A WebMoney purse in WMZ: `Z` and 12 digits, upper-case. Purses of other units start with another letter and are not traded. */
export function checkWebMoney(text: string): AddressCheck {
  const purse = text.toUpperCase();
  if (/^Z\d{12}$/.test(purse)) return { address: purse };
  if (/^[A-Z]\d{12}$/.test(purse)) return refuse('unsupported', 'only WMZ purses: Z and 12 digits');
  return refuse('malformed', 'Z and 12 digits');
}
