import { findBank, otherNamesOf } from '@quydoi/domain/bank/banks';
import { CURRENCIES, isUsdt, needsHolderName, TRADED_CODES, type TradedCode } from '@quydoi/domain/currencies';
import { defaultSettings } from '@quydoi/domain/defaults';
import type { SettingKind, SettingKinds } from '@quydoi/domain/settings';
import { type BankView, type ConfigView, type CurrencyView, configView, type PairView, type RateView } from '../src/config.ts';
import { NETWORK_VIEWS } from '../src/networks.ts';

/** Narrows the sample to what a test is about. */
export interface SampleOptions {
  /** Currencies in this order; all that an installation starts with if omitted. */
  readonly codes?: readonly TradedCode[];
  /** Swaps as `from:to`, in this order; all between the currencies if omitted. */
  readonly pairs?: readonly string[];
  /** Bank codes; all if omitted. */
  readonly banks?: readonly string[];
  /** Version of the first rate; the others follow one by one. */
  readonly firstVersion?: number;
}

const SETTINGS = defaultSettings();

/** The configuration of a fresh installation with every network switched on, as `config.get` answers it. */
export function sampleConfig({ codes, pairs, banks, firstVersion = 1 }: SampleOptions = {}): ConfigView {
  const traded = codes ?? TRADED_CODES.filter((code) => defaultOf('currency', code)?.on);
  const { pmVerified: _pmVerified, ...site } = defaultOf('site', 'site') as SettingKinds['site']['value'];
  const rates = traded.flatMap((code) => (['buy', 'sell'] as const).flatMap((kind) => rateOf(kind, code)));
  const swaps = (pairs ?? keysOf('pair')).flatMap(pairOf).filter(({ from, to }) => isAmong(traded, from) && isAmong(traded, to));
  // Parsing puts the fields into the order in which procedures answer them.
  return configView.parse({
    version: '1',
    site,
    currencies: traded.map(currencyOf),
    rates: rates.map((rate, index) => ({ ...rate, version: firstVersion + index })),
    pairs: swaps.map((pair, index) => ({ ...pair, version: firstVersion + rates.length + index })),
    banks: (banks ?? keysOf('bank')).flatMap(sampleBank),
    networks: [...NETWORK_VIEWS],
    delayedNetworks: [],
  });
}

function defaultOf<K extends SettingKind>(kind: K, key: string): SettingKinds[K]['value'] | undefined {
  return SETTINGS.find((draft) => draft.kind === kind && draft.key === key)?.value as SettingKinds[K]['value'] | undefined;
}

function keysOf(kind: SettingKind): string[] {
  return SETTINGS.flatMap((draft) => (draft.kind === kind ? [draft.key] : []));
}

function isAmong(codes: readonly string[], code: string): boolean {
  return codes.includes(code);
}

function currencyOf(code: TradedCode): CurrencyView {
  const { name, unit, scale, network, reserve } = CURRENCIES[code];
  const set = defaultOf('currency', code);
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
    minOrder: set?.minOrder ?? '0',
    maxBalance: set?.maxBalance ?? '0',
    addressExample: set?.addressExample ?? '',
  };
}

function rateOf(kind: 'buy' | 'sell', code: TradedCode): Omit<RateView, 'version'>[] {
  const rate = defaultOf(kind, code);
  return rate ? [{ ...rate, automaticFeeMax: null, code, kind }] : [];
}

function pairOf(key: string): Omit<PairView, 'version'>[] {
  const [from = '', to = ''] = key.split(':');
  const pair = defaultOf('pair', key);
  return pair ? [{ ...pair, automaticFeeMax: null, from, to }] : [];
}

function sampleBank(code: string): BankView[] {
  const bank = findBank(code);
  const set = defaultOf('bank', code);
  if (!bank || !set?.isShow) return [];
  const { bin, shortName, name, lookupSupported } = bank;
  return [
    {
      code,
      bin,
      shortName,
      name,
      aliases: [...otherNamesOf(bank)],
      accountPattern: set.accountPattern,
      canLookup: lookupSupported === true,
      payoutFee: set.payoutFee,
    },
  ];
}
