import { RESERVE_CODES, type ReserveCode } from './currencies.ts';
import type { FeeUnit } from './networks.ts';

const OPENING_BALANCES: Partial<Record<ReserveCode, string>> = {
  pm: '20000',
  wmz: '12000',
  'usdt-tron': '50000',
  'usdt-bsc': '50000',
  'usdt-eth': '50000',
  eth: '30',
  btc: '2',
  vnd: '5000000000',
};
const OPENING_BALANCE = '1000';

/** Opening balances of the sandbox's reserves, as decimal text. */
export const SANDBOX_RESERVES = Object.fromEntries(RESERVE_CODES.map((code) => [code, OPENING_BALANCES[code] ?? OPENING_BALANCE])) as Readonly<
  Record<ReserveCode, string>
>;

/** Opening balances of fee coins in the sandbox's wallets, as decimal text; a coin that is a reserve too has that one's besides. */
export const SANDBOX_GAS: Readonly<Record<FeeUnit, string>> = { trx: '50000', eth: '70', bnb: '100' };
