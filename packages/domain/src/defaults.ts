import { BANKS, type Bank, defaultAccountPattern, isOfferedByDefault } from './bank/banks.ts';
import { FAST_TRANSFER_MAX_VND, MIN_WITHDRAW_VND, OUTSIDE_HANOI_FEE_VND, TIMER_SECONDS } from './constants.ts';
import { CURRENCIES, isImplemented, RESERVE_CODES, RESERVES, type ReserveCode, TRADED_CODES, type TradedCode } from './currencies.ts';
import { formatDecimal, larger, parseDecimal } from './money.ts';
import { NETWORK_CODES, type NetworkCode } from './networks.ts';
import { derivedPair } from './price/pair-rates.ts';
import { SANDBOX_RESERVES } from './sandbox-balances.ts';
import {
  type CollectionSettings,
  type PairSettings,
  pairKey,
  type SecondOperatorSettings,
  type SettingKind,
  type SettingKinds,
  type SiteSettings,
} from './settings.ts';

/** Setting to be stored, before a version number is assigned. */
export type SettingDraft<K extends SettingKind = SettingKind> = K extends SettingKind
  ? { readonly kind: K; readonly key: SettingKinds[K]['key']; readonly value: SettingKinds[K]['value'] }
  : never;

/** Initial settings of a currency. Amounts, rates and percentages are decimal text; rates are dong per unit. */
interface CurrencyDefaults {
  readonly on: boolean;
  readonly buy: string;
  readonly sell: string;
  readonly fee: string;
  readonly percentFee: string;
  readonly maxFee: string | null;
  readonly minOrder: string;
  readonly maxBalance: string;
  readonly addressExample: string;
}

/** Defaults of USDT on every network. */
const USDT = { on: true, buy: '26350', sell: '26050', percentFee: '0', maxFee: null, maxBalance: '20000' } as const;
/** Examples show an address's form, but are none: money sent to an example would be lost. */
const EVM_ADDRESS_EXAMPLE = '0x1a2B…9c8D';

/** Defaults by currency. A currency without an entry starts without settings, that is, switched off. */
const CURRENCY_DEFAULTS: Partial<Record<TradedCode, CurrencyDefaults>> = {
  pm: {
    on: true,
    buy: '25950',
    sell: '25350',
    fee: '0.01',
    percentFee: '0.5',
    maxFee: null,
    minOrder: '1',
    maxBalance: '5000',
    addressExample: 'U1234xxx',
  },
  'e-voucher': {
    on: true,
    buy: '26050',
    sell: '25250',
    fee: '0.01',
    percentFee: '0.5',
    maxFee: null,
    minOrder: '1',
    maxBalance: '1000',
    addressExample: 'evoucher',
  },
  wmz: {
    on: true,
    buy: '25900',
    sell: '25200',
    fee: '0.01',
    percentFee: '0.8',
    maxFee: '50',
    minOrder: '1',
    maxBalance: '5000',
    addressExample: 'Z1234xxxxxxxx',
  },
  trc20: { ...USDT, fee: '0.8', minOrder: '10', addressExample: 'T1a2B…9z8Y' },
  bep20: { ...USDT, fee: '0.29', minOrder: '5', addressExample: EVM_ADDRESS_EXAMPLE },
  erc20: { ...USDT, fee: '3.2', minOrder: '20', addressExample: EVM_ADDRESS_EXAMPLE },
  eth: {
    on: false,
    buy: '92000000',
    sell: '90500000',
    fee: '0.0005',
    percentFee: '0',
    maxFee: null,
    minOrder: '0.01',
    maxBalance: '10',
    addressExample: EVM_ADDRESS_EXAMPLE,
  },
  btc: {
    on: false,
    buy: '2350000000',
    sell: '2310000000',
    fee: '0.00005',
    percentFee: '0',
    maxFee: null,
    minOrder: '0.0005',
    maxBalance: '1',
    addressExample: 'bc1q1a2b…9z8y',
  },
};

/** Most common banks in display order; the others follow in the order of the bank list. */
const POPULAR_BANKS = ['vcb', 'tcb', 'mb', 'acb', 'bidv', 'vietin', 'agribank', 'vpb', 'tpb', 'stb', 'vib', 'hdb', 'shb', 'msb'];

/** Bank whose transfers are free only in Hanoi. Account numbers do not reveal the branch, so all its payouts are charged. */
const BANK_FREE_IN_HANOI_ONLY = 'agribank';

const SORT_STEP = 10;

const SITE: SiteSettings = {
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
  allowWithdraw: true,
  minWithdraw: String(MIN_WITHDRAW_VND),
  referralPercent: '0',
  timerSeconds: TIMER_SECONDS,
  supportHours: '8:00-22:00',
  zalo: '',
  telegram: '',
  messenger: '',
  liveChat: '',
  company: '',
  videoLink: '',
  pmVerified: true,
};

const SECOND_OPERATOR: SecondOperatorSettings = { worth: '200000000', rateChange: '5' };

const COLLECTION: CollectionSettings = {
  bank: 'vcb',
  accountNumber: '0011004567890',
  accountName: 'CONG TY QUY DOI',
  branch: 'Hà Nội',
};

/** Initial settings of an installation. */
export function defaultSettings(): readonly SettingDraft[] {
  return [
    { kind: 'site', key: 'site', value: SITE },
    { kind: 'collection', key: 'collection', value: COLLECTION },
    { kind: 'secondOperator', key: 'secondOperator', value: SECOND_OPERATOR },
    ...NETWORK_CODES.map(railDraft),
    ...TRADED_CODES.flatMap(currencyDrafts),
    ...pairDrafts(),
    ...bankDrafts(),
    ...RESERVE_CODES.map(payoutCapDraft),
  ];
}

/** Networks are on by default once they are implemented. */
function railDraft(code: NetworkCode): SettingDraft<'rail'> {
  const on = isImplemented(code);
  return { kind: 'rail', key: code, value: { on, note: on ? '' : 'not available yet' } };
}

/**
 * Initial payout caps: the largest order per payout, half of the sandbox's reserve per hour, and the whole of it per day (customers' payments refill
 * it meanwhile), but never less than one largest order.
 */
function payoutCapDraft(reserve: ReserveCode): SettingDraft<'payout-cap'> {
  const { scale } = RESERVES[reserve];
  const whole = parseDecimal(SANDBOX_RESERVES[reserve], scale) ?? 0n;
  const single = reserve === 'vnd' ? FAST_TRANSFER_MAX_VND : largestOrder(reserve, scale);
  const hour = larger(whole / 2n, single);
  const day = larger(whole, hour);
  return {
    kind: 'payout-cap',
    key: reserve,
    value: { single: formatDecimal(single, scale), hour: formatDecimal(hour, scale), day: formatDecimal(day, scale) },
  };
}

function largestOrder(reserve: ReserveCode, scale: number): bigint {
  const codes = TRADED_CODES.filter((code) => CURRENCIES[code].reserve === reserve);
  return codes.reduce((largest, code) => larger(largest, parseDecimal(CURRENCY_DEFAULTS[code]?.maxBalance ?? '0', scale) ?? 0n), 0n);
}

function currencyDrafts(code: TradedCode, index: number): readonly SettingDraft[] {
  const defaults = CURRENCY_DEFAULTS[code];
  if (!defaults) return [];
  const { on, buy, sell, fee, percentFee, maxFee, minOrder, maxBalance, addressExample } = defaults;
  const orderBy = (index + 1) * SORT_STEP;
  return [
    { kind: 'currency', key: code, value: { on, isShow: on, allowBuy: true, allowSell: true, minOrder, maxBalance, orderBy, addressExample } },
    { kind: 'buy', key: code, value: { value: buy, fee, percentFee, maxFee, minQuantity: null } },
    { kind: 'sell', key: code, value: { value: sell, fee: '0', percentFee: '0', maxFee: null, minQuantity: null } },
  ];
}

/** Swap settings of every ordered pair of currencies, with the target's buy fee. Those of a currency that is off follow its rates until it is on. */
function pairDrafts(): readonly SettingDraft<'pair'>[] {
  const started = TRADED_CODES.flatMap((code) => {
    const defaults = CURRENCY_DEFAULTS[code];
    return defaults ? [{ code, defaults }] : [];
  });
  return started.flatMap((from) =>
    started
      .filter((to) => to !== from)
      .map((to) => ({ kind: 'pair', key: pairKey(from.code, to.code), value: pairSettings(from.defaults, to.defaults) })),
  );
}

function pairSettings(from: CurrencyDefaults, to: CurrencyDefaults): PairSettings {
  return derivedPair({ value: from.sell }, { ...to, value: to.buy }, { minQuantity: null });
}

function bankDrafts(): readonly SettingDraft<'bank'>[] {
  const popular = (bank: Bank): number => (POPULAR_BANKS.includes(bank.slug) ? POPULAR_BANKS.indexOf(bank.slug) : POPULAR_BANKS.length);
  const ordered = BANKS.toSorted((a, b) => popular(a) - popular(b));
  return ordered.map((bank, index) => ({
    kind: 'bank',
    key: bank.slug,
    value: {
      isShow: isOfferedByDefault(bank),
      accountPattern: defaultAccountPattern(bank.slug),
      payoutFee: bank.slug === BANK_FREE_IN_HANOI_ONLY ? OUTSIDE_HANOI_FEE_VND.toString() : '0',
      orderBy: (index + 1) * SORT_STEP,
    },
  }));
}
