import type { I18n } from '@lingui/core';
import type { OrderView } from '@quydoi/contract/orders/order-view';
import { type CurrencyCode, networkOf } from '@quydoi/domain/currencies';
import { HOUR_MS } from '@quydoi/domain/durations';
import type { Locale } from '@quydoi/domain/locales';
import { formatDayInVietnam } from '../../../lib/dates.ts';
import { formatAmount, maskMiddle } from '../../../lib/format.ts';
import { sharedText } from '../../../lib/shared-text.ts';
import { claimedPaidAt, claimStateOf } from '../claim/claim-state.ts';
import { timeOfDay } from '../order-time.ts';
import { isFullRefund } from './choose-presentation.ts';
import { confirmationsOf, HAND_TRANSFER_MINUTES, RISK_HOLD_HOURS_MAX } from './order-presentation.ts';

/** Values of all placeholders that headlines may contain. */
export function headlineValues(order: OrderView, i18n: I18n, locale: Locale, nowMs: number): Record<string, string> {
  const { status, amountPaid, amountSent, seen } = order;
  const difference = amountPaid > amountSent ? amountPaid - amountSent : amountSent - amountPaid;
  const lastAt = order.events.at(-1)?.at ?? order.createdAt;
  const { waiting } = claimStateOf(order.events);
  const retryAt = status === 'retry_scheduled' ? order.retryAt : null;
  return {
    amount: amountOf(order, locale),
    masked: maskMiddle(order.destination),
    network: networkName(i18n, order.to),
    time: timeText(i18n, locale, retryAt ?? new Date(lastAt.getTime() + RISK_HOLD_HOURS_MAX * HOUR_MS), nowMs),
    at: waiting ? timeText(i18n, locale, claimedPaidAt(waiting), nowMs) : '',
    n: String(seen ? confirmationsOf(seen, nowMs) : HAND_TRANSFER_MINUTES),
    m: String(seen?.needed ?? 0),
    reason: sharedText(i18n, 'reason', order.reason ?? 'payout_unknown'),
    x: formatAmount(order.from, amountPaid, locale),
    y: formatAmount(order.from, difference, locale),
    more: seen ? formatAmount(order.from, seen.amount, locale) : '',
  };
}

/** Name of a currency's network, as used within a sentence. */
function networkName(i18n: I18n, code: CurrencyCode): string {
  const { address, name } = networkOf(code);
  return address.family === 'bank' ? sharedText(i18n, 'network', 'bank') : name;
}

/** Time of day in Vietnam, with the date if it is not today: in Vietnamese after the time, else before it. */
function timeText(i18n: I18n, locale: Locale, at: Date, nowMs: number): string {
  const [day, today] = [at, new Date(nowMs)].map((moment) => formatDayInVietnam(moment, locale));
  const time = timeOfDay(i18n, at);
  if (day === today) return time;
  return locale === 'vi' ? `${time}, ${day}` : `${day}, ${time}`;
}

/** Amount to pay while pending, refunded amount for full refunds, otherwise the payout amount. */
function amountOf(order: OrderView, locale: Locale): string {
  if (order.status === 'pending') return formatAmount(order.from, order.instructions?.amount ?? order.amountSent, locale);
  if (isFullRefund(order)) return formatAmount(order.from, refundedAmount(order), locale);
  return formatAmount(order.to, order.amountReceived, locale);
}

function refundedAmount({ refund, amountRefunded, amountPaid }: OrderView): bigint {
  if (refund) return refund.amount;
  return amountRefunded > 0n ? amountRefunded : amountPaid;
}
