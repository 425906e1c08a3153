import { RESERVE_CODES, type ReserveCode } from './currencies.ts';
import { FEE_UNIT_CODES, type FeeUnit } from './networks.ts';

/** Opening balance of a reserve or fee coin without a line of its own. */
const OPENING_BALANCE = '1000';

const RESERVES: Partial<Record<ReserveCode, string>> = {
  pm: '20000',
  wmz: '12000',
  'usdt-tron': '50000',
  'usdt-bsc': '50000',
  'usdt-eth': '50000',
  eth: '30',
  btc: '2',
  vnd: '5000000000',
};

const GAS: Partial<Record<FeeUnit, string>> = { trx: '50000', eth: '70', bnb: '100' };

/** Opening balances of the sandbox's reserves, as decimal text. */
export const SANDBOX_RESERVES = Object.fromEntries(RESERVE_CODES.map((code) => [code, RESERVES[code] ?? OPENING_BALANCE])) as Readonly<
  Record<ReserveCode, string>
>;

/** Opening balances of fee coins in the sandbox's wallets, as decimal text; a coin that is a reserve too has that one's besides. */
export const SANDBOX_GAS = Object.fromEntries(FEE_UNIT_CODES.map((unit) => [unit, GAS[unit] ?? OPENING_BALANCE])) as Readonly<
  Record<FeeUnit, string>
>;
