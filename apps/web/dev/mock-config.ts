import type { ConfigView, LiveView } from '@quydoi/contract/config';
import { sampleConfig } from '@quydoi/contract/testing/sample-config';
import { RESERVE_CODES, type TradedCode } from '@quydoi/domain/currencies';
import { SANDBOX_RESERVES } from '@quydoi/domain/sandbox-balances';

/** Coins that a fresh installation has switched off. */
const COINS = ['btc', 'eth'] as const;

/** Sample configuration with WebMoney under maintenance and ERC20 payouts disabled, to show both states. @param hasCoins whether Bitcoin and ETH are traded */
export function mockConfig(hasCoins = false): ConfigView {
  const fresh = sampleConfig();
  const config = hasCoins ? sampleConfig({ codes: [...fresh.currencies.map(({ code }) => code as TradedCode), ...COINS] }) : fresh;
  const currencies = config.currencies.map((currency) => {
    if (currency.code === 'wmz') return { ...currency, canPayIn: false, canPayOut: false, maintenance: true };
    return currency.code === 'erc20' ? { ...currency, canPayOut: false } : currency;
  });
  return { ...config, currencies, delayedNetworks: [] };
}

/** Live data with full reserves, two rates that have moved, two trades and one review. */
export function mockLive(now: Date): LiveView {
  const at = (minutes: number) => new Date(now.getTime() - minutes * 60_000).toISOString();
  return {
    version: '1',
    reserves: RESERVE_CODES.map((code) => ({ code, available: SANDBOX_RESERVES[code] })),
    hourAgo: [
      { code: 'pm', kind: 'buy', value: '25900' },
      { code: 'trc20', kind: 'sell', value: '25500' },
    ],
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
