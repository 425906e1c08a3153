import type { BankView, ConfigView, CurrencyView, LiveView } from '@quydoi/contract/config';
import { NETWORK_VIEWS } from '@quydoi/contract/networks';
import { CURRENCIES, isUsdt, needsHolderName, type TradedCode } from '@quydoi/domain/currencies';
import type { OrderKind } from '@quydoi/domain/order-status';
import { type Offer, offersOf } from '../src/features/trade/offer.ts';

const SITE: ConfigView['site'] = {
  domain: 'quydoi.example',
  title: 'Quy Đổi',
  email: 'support@quydoi.example',
  notice: '',
  allowBuy: true,
  allowSell: true,
  allowExchange: true,
  requiredLoginToBuySell: false,
  requiredLoginToExchange: false,
  requiredVerify: false,
  minOrderLogin: '100000000',
  minOrderKyc: '300000000',
  timerSeconds: 1800,
  supportHours: '8:00-22:00',
};

function currency(code: TradedCode, changes: Partial<CurrencyView>): CurrencyView {
  const { name, unit, scale, network, reserve } = CURRENCIES[code];
  return {
    code,
    name,
    unit,
    scale,
    network,
    reserve,
    isUsdt: isUsdt(code),
    isShow: true,
    allowBuy: true,
    allowSell: true,
    canPayIn: true,
    canPayOut: true,
    maintenance: false,
    needsHolderName: needsHolderName(code),
    minOrder: '1',
    maxBalance: '5000',
    addressExample: 'U1234567',
    ...changes,
  };
}

const NO_FEE = { fee: '0', percentFee: '0', maxFee: null, minQuantity: null };
const PM_FEE = { fee: '0.01', percentFee: '0.5', maxFee: null, minQuantity: null };
const USDT_FEE = { ...NO_FEE, fee: '0.8' };

/** A bank whose accounts have 13 digits. */
export const VCB: BankView = {
  code: 'vcb',
  bin: '970436',
  shortName: 'Vietcombank',
  name: 'Vietcombank',
  aliases: [],
  accountPattern: '^[0-9]{13}$',
  canLookup: true,
  payoutFee: '0',
};

/** Three currencies with the prices that an installation starts with. */
export const CONFIG: ConfigView = {
  version: '1',
  site: SITE,
  currencies: [
    currency('pm', {}),
    currency('e-voucher', { maxBalance: '1000', addressExample: 'evoucher' }),
    currency('trc20', { minOrder: '10', maxBalance: '20000' }),
  ],
  rates: [
    { code: 'pm', kind: 'buy', value: '25950', version: 3, ...PM_FEE },
    { code: 'pm', kind: 'sell', value: '25350', version: 4, ...NO_FEE },
    { code: 'e-voucher', kind: 'buy', value: '26050', version: 5, ...PM_FEE },
    { code: 'e-voucher', kind: 'sell', value: '25250', version: 6, ...NO_FEE },
    { code: 'trc20', kind: 'buy', value: '26350', version: 7, ...USDT_FEE },
    { code: 'trc20', kind: 'sell', value: '26050', version: 8, ...NO_FEE },
  ],
  pairs: [
    { from: 'trc20', to: 'pm', value: '1.000842', version: 9, ...PM_FEE },
    { from: 'pm', to: 'trc20', value: '0.959162', version: 10, ...USDT_FEE },
    { from: 'pm', to: 'e-voucher', value: '0.970216', version: 11, ...PM_FEE },
    { from: 'e-voucher', to: 'pm', value: '0.970116', version: 12, ...PM_FEE },
  ],
  banks: [VCB],
  networks: [...NETWORK_VIEWS],
};

/** The offer between two currencies. @throws Error when there is none */
export function offer(kind: OrderKind, from: string, to: string, config: ConfigView = CONFIG): Offer {
  const found = offersOf(config, kind).find((candidate) => candidate.from === from && candidate.to === to);
  if (!found) throw new Error(`no offer ${kind} ${from} ${to}`);
  return found;
}

/** Reserves, as decimal text. */
export function live(reserves: Readonly<Record<string, string>>): LiveView {
  return { version: '1', reserves: Object.entries(reserves).map(([code, available]) => ({ code, available })), recentTrades: [], reviews: [] };
}
