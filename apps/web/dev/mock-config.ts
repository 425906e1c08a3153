import type { ConfigView, LiveView } from '@quydoi/contract/config';
import { NETWORK_VIEWS } from '@quydoi/contract/networks';
import { findBank } from '@quydoi/domain/banks';
import { CURRENCIES, isUsdt, needsHolderName, RESERVE_CODES, TRADED_CODES, type TradedCode } from '@quydoi/domain/currencies';
import { defaultSettings, SANDBOX_RESERVES } from '@quydoi/domain/defaults';
import type { SettingKind, SettingKinds } from '@quydoi/domain/settings';

const drafts = defaultSettings();

function valuesOf<K extends SettingKind>(kind: K): ReadonlyMap<string, SettingKinds[K]['value']> {
  return new Map(drafts.flatMap((draft) => (draft.kind === kind ? [[draft.key, draft.value as SettingKinds[K]['value']]] : [])));
}

/** The default settings as customers see them, with every rail on but WebMoney's, and Ethereum's for payouts. */
export function mockConfig(): ConfigView {
  const { pmVerified: _pmVerified, ...site } = [...valuesOf('site').values()][0] as SettingKinds['site']['value'];
  const currencies = valuesOf('currency');
  const codes = TRADED_CODES.filter((code) => currencies.get(code)?.on);
  return {
    version: '1',
    site,
    currencies: codes.map((code) => currencyView(code, currencies.get(code))),
    rates: codes.flatMap((code) =>
      (['buy', 'sell'] as const).flatMap((kind) => {
        const rate = valuesOf(kind).get(code);
        return rate ? [{ ...rate, code, kind, version: 1 }] : [];
      }),
    ),
    pairs: [...valuesOf('pair')].map(([key, pair]) => {
      const [from = '', to = ''] = key.split(':');
      return { ...pair, from, to, version: 1 };
    }),
    banks: [...valuesOf('bank')].flatMap(([code, { isShow, accountPattern, payoutFee }]) => {
      const bank = findBank(code);
      return bank && isShow
        ? [
            {
              code,
              bin: bank.bin,
              shortName: bank.shortName,
              name: bank.name,
              aliases: [...bank.aliases],
              accountPattern,
              canLookup: bank.lookupSupported === true,
              payoutFee,
            },
          ]
        : [];
    }),
    networks: [...NETWORK_VIEWS],
  };
}

function currencyView(code: TradedCode, set: SettingKinds['currency']['value'] | undefined): ConfigView['currencies'][number] {
  const { name, unit, scale, network, reserve } = CURRENCIES[code];
  const isOn = code !== 'wmz';
  const canPayOut = isOn && code !== 'erc20';
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
    canPayIn: isOn,
    canPayOut,
    maintenance: !isOn,
    needsHolderName: needsHolderName(code),
    minOrder: set?.minOrder ?? '0',
    maxBalance: set?.maxBalance ?? '0',
    addressExample: set?.addressExample ?? '',
  };
}

/** Full reserves and two trades. */
export function mockLive(now: Date): LiveView {
  const at = (minutes: number) => new Date(now.getTime() - minutes * 60_000).toISOString();
  return {
    version: '1',
    reserves: RESERVE_CODES.map((code) => ({ code, available: SANDBOX_RESERVES[code] })),
    recentTrades: [
      { kind: 'buy', from: 'vnd', to: 'pm', amountSent: '2607975', amountReceived: '100', at: at(3) },
      { kind: 'buy', from: 'vnd', to: 'trc20', amountSent: '1338580', amountReceived: '50', at: at(12) },
    ],
    reviews: [
      {
        id: '1',
        content: 'Chuyển khoản xong là nhận ngay, hướng dẫn rõ ràng.',
        kind: 'buy',
        from: 'vnd',
        to: 'pm',
        amountSent: '2607975',
        amountReceived: '100',
        at: at(60),
      },
    ],
  };
}
