import type { BankView, ConfigView, CurrencyView, LiveView, PairView, RateView } from '@quydoi/contract/config';
import { NETWORK_VIEWS } from '@quydoi/contract/networks';
import type { ReserveBalance } from '@quydoi/database/repositories/ledger';
import type { ApprovedReview } from '@quydoi/database/repositories/reviews';
import { BANKS, otherNamesOf } from '@quydoi/domain/bank/banks';
import { MIN_WITHDRAW_VND } from '@quydoi/domain/constants';
import { CURRENCIES, isUsdt, needsHolderName, RESERVES, TRADED_CODES, type TradedCode } from '@quydoi/domain/currencies';
import { formatDecimal } from '@quydoi/domain/money';
import { delaysPayments } from '@quydoi/domain/operations/suspension';
import type { Order } from '@quydoi/domain/order/order';
import type { RateSettings, Settings, Versioned } from '@quydoi/domain/settings';
import { canPayIn, canPayOut } from '../market/abilities.ts';
import { reviewViewOf } from '../reviews/review-view.ts';

/** Public view of the settings. Directions that are closed, by operators or by the exchange itself, are not allowed there. */
export function configViewOf(settings: Settings): ConfigView {
  const { pmVerified: _pmVerified, referralPercent: _referralPercent, ...site } = settings.site;
  return {
    version: String(settings.version),
    site: {
      allowWithdraw: true,
      minWithdraw: String(MIN_WITHDRAW_VND),
      zalo: '',
      telegram: '',
      messenger: '',
      liveChat: '',
      company: '',
      videoLink: '',
      ...site,
      allowBuy: site.allowBuy && canPayIn(settings, 'vnd'),
      allowSell: site.allowSell && canPayOut(settings, 'vnd'),
    },
    currencies: [...settings.currencies.keys()].filter((code) => settings.currencies.get(code)?.on).map((code) => currencyView(settings, code)),
    rates: TRADED_CODES.filter((code) => settings.currencies.get(code)?.on).flatMap((code) => ratesOf(settings, code)),
    pairs: [...settings.pairs].flatMap(([key, rate]) => pairView(settings, key, rate)),
    banks: BANKS.flatMap((bank) => bankView(settings, bank.slug)).sort((a, b) => displayOrder(settings, a.code) - displayOrder(settings, b.code)),
    networks: [...NETWORK_VIEWS],
    delayedNetworks: [...new Set(settings.suspensions.filter(delaysPayments).map(({ network }) => network))],
  };
}

/** What live data is made from. */
interface LiveParts {
  readonly reserves: readonly ReserveBalance[];
  readonly hourAgo: LiveView['hourAgo'];
  readonly trades: readonly Order[];
  readonly reviews: readonly ApprovedReview[];
}

/** Live data. `version` is filled in by `makeSnapshot` with the content hash. */
export function liveViewOf({ reserves, hourAgo, trades, reviews }: LiveParts): LiveView {
  const view = {
    reserves: reserves.map(({ reserve, available }) => ({ code: reserve, available: formatDecimal(available, RESERVES[reserve].scale) })),
    hourAgo,
    recentTrades: trades.map((order) => ({
      kind: order.kind,
      from: order.from,
      to: order.to,
      amountSent: formatDecimal(order.amountSent, CURRENCIES[order.from].scale),
      amountReceived: formatDecimal(order.amountReceived, CURRENCIES[order.to].scale),
      at: (order.finalAt ?? order.createdAt).toISOString(),
    })),
    reviews: reviews.map(reviewViewOf),
  };
  return { version: '', ...view };
}

function currencyView(settings: Settings, code: TradedCode): CurrencyView {
  const facts = CURRENCIES[code];
  const set = settings.currencies.get(code);
  const allowBuy = (set?.allowBuy ?? false) && canPayOut(settings, code);
  const allowSell = (set?.allowSell ?? false) && canPayIn(settings, code);
  return {
    code,
    name: facts.name,
    unit: facts.unit,
    scale: facts.scale,
    network: facts.network,
    reserve: facts.reserve,
    isUsdt: isUsdt(code),
    isShow: set?.isShow ?? false,
    allowBuy,
    allowSell,
    canPayIn: canPayIn(settings, code),
    canPayOut: canPayOut(settings, code),
    maintenance: !allowBuy && !allowSell,
    needsHolderName: needsHolderName(code),
    minOrder: set?.minOrder ?? '0',
    maxBalance: set?.maxBalance ?? '0',
    addressExample: set?.addressExample ?? '',
  };
}

function ratesOf(settings: Settings, code: TradedCode): RateView[] {
  const sides = [
    ['buy', settings.buy.get(code)],
    ['sell', settings.sell.get(code)],
  ] as const;
  return sides.flatMap(([kind, rate]) => (rate ? [{ code, kind, ...priceOf(rate) }] : []));
}

function pairView(settings: Settings, key: string, rate: Versioned<RateSettings>): PairView[] {
  const [from = '', to = ''] = key.split(':');
  const on = [from, to].every((code) => settings.currencies.get(code as TradedCode)?.on);
  return on ? [{ from, to, ...priceOf(rate) }] : [];
}

function priceOf({ value, version }: Versioned<RateSettings>): Omit<PairView, 'from' | 'to'> {
  const { value: rate, fee, percentFee, maxFee, minQuantity, automaticFee } = value;
  return { value: rate, fee, percentFee, maxFee, minQuantity, automaticFeeMax: automaticFee?.cap ?? null, version };
}

function bankView(settings: Settings, code: string): BankView[] {
  const bank = BANKS.find((candidate) => candidate.slug === code);
  const set = settings.banks.get(code);
  if (!bank || !set?.isShow) return [];
  return [
    {
      code,
      bin: bank.bin,
      shortName: bank.shortName,
      name: bank.name,
      aliases: [...otherNamesOf(bank)],
      accountPattern: set.accountPattern,
      canLookup: bank.lookupSupported === true,
      payoutFee: set.payoutFee,
    },
  ];
}

function displayOrder(settings: Settings, code: string): number {
  return settings.banks.get(code)?.orderBy ?? Number.MAX_SAFE_INTEGER;
}
