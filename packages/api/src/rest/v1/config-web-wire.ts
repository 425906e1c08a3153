import type { BankView, ConfigView, CurrencyView, LiveView, PairView, RateView, TradeView } from '@quydoi/contract/config';
import type { ConfigExtras } from '@quydoi/contract/config-extras';
import type { ArticleView } from '@quydoi/contract/news';
import { findBank } from '@quydoi/domain/bank/banks';
import { IMAGE_EXTENSIONS } from '@quydoi/domain/image';
import { LOCALE_CODES } from '@quydoi/domain/locales';
import { exactDecimal } from '../exact-number.ts';
import { richTextHtml } from '../rich-text-html.ts';
import { faqCategoryEntries, faqEntries } from './faq-wire.ts';

/** Polled part: site settings, prices and destinations. */
export function priceData(config: ConfigView, live: LiveView) {
  const reserves = new Map(live.reserves.map(({ code, available }) => [code, available]));
  const currencies = config.currencies.map((currency, index) => currencyEntry(currency, index, reserves.get(currency.reserve) ?? '0'));
  const banks = config.banks.map((bank, index) => bankEntry(bank, index));
  return {
    siteInfo: siteInfo(config),
    banks: [...currencies, ...banks],
    rateExchanges: config.pairs.map(pairEntry),
    rateBuySells: config.rates.map(rateEntry),
  };
}

/** Complete response of `config-web`. Lists without content are empty. */
export function completeData(config: ConfigView, live: LiveView, extras: ConfigExtras) {
  const prices = priceData(config, live);
  const currencies = prices.banks.filter(({ Type }) => Type === 'currency');
  return {
    ...prices,
    bankCurrencies: currencies,
    bankSellBuys: currencies.filter(({ AllowBuy, AllowSell }) => AllowBuy || AllowSell),
    faqs: faqEntries(extras),
    faqCats: faqCategoryEntries(extras),
    categories: [],
    newses: extras.articles.map(newsEntry),
    btcTransactions: transactionsOf('BTC', extras),
    usdtTransactions: transactionsOf('USDT', extras),
    ethTransactions: transactionsOf('ETH', extras),
    orders: live.recentTrades.map(tradeEntry),
  };
}

function siteInfo({ site, version }: ConfigView) {
  return {
    Version: version,
    Locales: LOCALE_CODES,
    Domain: site.domain,
    Title: site.title,
    Email: site.email,
    SiteNotify: site.notice,
    VideoLink: site.videoLink,
    ImageExts: IMAGE_EXTENSIONS,
    ChatId: site.liveChat,
    AllowBuy: site.allowBuy,
    AllowSell: site.allowSell,
    AllowExchange: site.allowExchange,
    RequiredVerify: site.requiredVerify,
    requiredLoginToBuySell: site.requiredLoginToBuySell,
    requiredLoginToExchange: site.requiredLoginToExchange,
    MinOrderLogin: exactDecimal(site.minOrderLogin),
    MinOrderKyc: exactDecimal(site.minOrderKyc),
    AllowWithdraw: site.allowWithdraw,
    MinWithdraw: exactDecimal(site.minWithdraw),
    Timer: site.timerSeconds,
    SupportHours: site.supportHours,
  };
}

function currencyEntry(currency: CurrencyView, index: number, available: string) {
  return {
    Id: currency.code,
    BankCode: currency.code,
    BankName: currency.name,
    Type: 'currency' as const,
    Status: currency.maintenance ? 'maintenance' : 'active',
    MinOrder: exactDecimal(currency.minOrder),
    MaxBalance: exactDecimal(currency.maxBalance),
    Reverse: exactDecimal(available),
    OrderBy: index,
    IsShow: currency.isShow,
    AllowBuy: currency.allowBuy,
    AllowSell: currency.allowSell,
    AddressExample: currency.addressExample,
    is_usdt: currency.isUsdt,
    is_allow_get_name: currency.needsHolderName,
  };
}

function bankEntry(bank: BankView, index: number) {
  return {
    Id: bank.code,
    BankCode: bank.code,
    BankName: bank.shortName,
    FullName: bank.name,
    Bin: bank.bin ?? '',
    SwiftCode: findBank(bank.code)?.swift ?? '',
    Type: 'bank' as const,
    Status: 'active',
    OrderBy: index,
    IsShow: true,
    AllowBuy: true,
    AllowSell: true,
    AccountPattern: bank.accountPattern,
    is_usdt: false,
    is_allow_get_name: bank.canLookup,
  };
}

function rateEntry(rate: RateView) {
  return { BankCode: rate.code, Type: rate.kind, ...priceFields(rate) };
}

function pairEntry(pair: PairView) {
  return { FromBankCode: pair.from, ToBankCode: pair.to, ...priceFields(pair) };
}

function priceFields(price: Pick<RateView, 'value' | 'fee' | 'percentFee' | 'maxFee' | 'minQuantity' | 'version'>) {
  return {
    Value: exactDecimal(price.value),
    Fee: exactDecimal(price.fee),
    PercentFee: exactDecimal(price.percentFee),
    MaxFee: price.maxFee === null ? null : exactDecimal(price.maxFee),
    MinQuantity: price.minQuantity === null ? null : exactDecimal(price.minQuantity),
    Status: 'active',
    Version: price.version,
  };
}

/** Recent payouts in a unit, in the wire format. Sender and customer are empty; hash and address are masked. */
function transactionsOf(unit: string, { chainPayouts }: ConfigExtras) {
  return chainPayouts
    .filter((payout) => payout.unit === unit)
    .map(({ amount, reference, address, at }) => ({
      CryptoType: unit,
      Total: exactDecimal(amount),
      Hash: reference,
      FromAddress: '',
      ToAddress: address,
      UserId: '',
      Status: 'delivered',
      CreatedAt: at,
    }));
}

/** An article. `Content` is HTML; `Thumb` is the path of its picture on this site, empty without one. */
function newsEntry(article: ArticleView) {
  return {
    Id: article.id,
    Title: article.title,
    Cat: article.category,
    SeoUrl: article.seoUrl,
    Thumb: article.picture ?? '',
    Content: richTextHtml(article.body),
    ShortContent: article.summary,
    CreatedAt: article.publishedAt,
    UpdatedAt: article.updatedAt,
    Status: 'published',
    Author: article.author,
  };
}

/** A recent trade, without personal data. */
function tradeEntry(trade: TradeView) {
  return {
    OrderType: trade.kind,
    FromBank: trade.from,
    ToBank: trade.to,
    AmountSent: exactDecimal(trade.amountSent),
    AmountReceived: exactDecimal(trade.amountReceived),
    Status: 'delivered',
    CreatedAt: trade.at,
  };
}
