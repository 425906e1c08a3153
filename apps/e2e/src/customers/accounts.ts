import { createHash } from 'node:crypto';
import type { CurrencyCode } from '@quydoi/domain/currencies';
import { base58Of } from '@quydoi/sandbox/tron/address';

/**
 * What an account of a customer is for. Each visit has one of each, so that whatever arrives anywhere belongs to one order; `inbox` is where operators
 * send back what they find there.
 */
export type AccountUse = 'destination' | 'refund' | 'own' | 'strangers' | 'inbox';

/** Where the numbers of each use begin: Perfect Money's wallets have seven digits. */
const USES: Readonly<Record<AccountUse, number>> = {
  destination: 3_000_000,
  refund: 4_000_000,
  own: 5_000_000,
  strangers: 6_000_000,
  inbox: 7_000_000,
};
/** Wallets that end in 000 do not exist. */
const WALLETS_PER_THOUSAND = 999;
/** Accounts at banks that end in 0000 do not exist, and others are answered slowly: all of these end alike. */
const BANK_ENDING = '7';
const BANK_DIGITS = 13;

/** The account for a use of the visit with this number, in the form that the currency's rail knows. */
export function accountOf(code: CurrencyCode, use: AccountUse, visit: number): string {
  if (code === 'trc20') return tronAddress(`${use} ${visit}`);
  const number = USES[use] + Math.floor(visit / WALLETS_PER_THOUSAND) * 1_000 + (visit % WALLETS_PER_THOUSAND) + 1;
  return code === 'vnd' ? `${number}${BANK_ENDING}`.padStart(BANK_DIGITS, '1') : `U${number}`;
}

/** An address that nobody has the key of. */
function tronAddress(name: string): string {
  return base58Of(`41${createHash('sha256').update(name).digest('hex').slice(0, 40)}`);
}
