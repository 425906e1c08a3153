import type { ConfigView } from '@quydoi/contract/config';
import {
  EMAIL_REPLY_HOURS,
  FAST_TRANSFER_MAX_VND,
  FAST_TRANSFER_MIN_VND,
  RETENTION_DAYS,
  SUPPORT_WINDOW_DAYS,
  UNREVIEWED_REFUND_ELSEWHERE_MAX_VND,
} from '@quydoi/domain/constants';
import { TRADED_CODES } from '@quydoi/domain/currencies';
import type { Locale } from '@quydoi/domain/locales';
import { parseDecimal } from '@quydoi/domain/money';
import { VOUCHER_SHOWN_DAYS } from '@quydoi/domain/voucher';
import { formatAmount } from '../../lib/format.ts';
import { priceHeldMinutes, supportHours } from '../../lib/site-data.ts';
import { FeeTable } from './fee-table.tsx';
import type { PageText } from './page-text.ts';
import type { Facts } from './render-text.tsx';
import { tradedOf } from './traded.ts';

/** Facts that texts mention, from the operators' settings and the constants of the exchange, formatted for the language. */
export function factsOf(config: ConfigView, locale: Locale, labels: PageText['labels']): Facts {
  const { title, domain, email, company, minOrderLogin, minOrderKyc, requiredLoginToBuySell, videoLink } = config.site;
  const traded = tradedOf(config, locale);
  const dong = (amount: bigint) => formatAmount('vnd', amount, locale);
  const dongText = (text: string) => dong(parseDecimal(text, 0) ?? 0n);
  return {
    brand: title,
    domain,
    email: <a href={`mailto:${email}`}>{email}</a>,
    company,
    hours: supportHours(config),
    replyHours: EMAIL_REPLY_HOURS,
    supportDays: SUPPORT_WINDOW_DAYS,
    identityDays: RETENTION_DAYS.identities,
    identityDraftDays: RETENTION_DAYS.identityDrafts,
    voucherDays: VOUCHER_SHOWN_DAYS,
    heldMinutes: priceHeldMinutes(config),
    bankCount: config.banks.length,
    // Not there if a login is always required.
    loginFrom: minOrderLogin === '0' || requiredLoginToBuySell ? null : dongText(minOrderLogin),
    kycFrom: dongText(minOrderKyc),
    transferMin: dong(FAST_TRANSFER_MIN_VND),
    transferMax: dong(FAST_TRANSFER_MAX_VND),
    refundMax: dong(UNREVIEWED_REFUND_ELSEWHERE_MAX_VND),
    currencies: traded.all,
    onChains: traded.onChains,
    automaticFees: config.rates.some(({ automaticFeeMax }) => automaticFeeMax !== null),
    usdtNetworks: traded.usdtNetworks,
    usdtFees: traded.usdtFees,
    waits: traded.waits.map(({ minutes, on }, n) => ({
      minutes,
      oneMinute: minutes === 1,
      manyMinutes: minutes > 1,
      networks: on,
      more: n < traded.waits.length - 1,
    })),
    perfectMoney: traded.has('pm', 'e-voucher'),
    // Each currency by its code: whether it is traded.
    ...Object.fromEntries(TRADED_CODES.map((code) => [code, traded.has(code)])),
    bankFees: config.banks.flatMap(({ shortName, payoutFee }) => (payoutFee === '0' ? [] : [{ bank: shortName, fee: dongText(payoutFee) }])),
    video: videoLink && (
      <a href={videoLink} rel="noopener noreferrer" target="_blank">
        {labels.video}
      </a>
    ),
    feeTable: <FeeTable config={config} labels={labels} />,
  };
}
