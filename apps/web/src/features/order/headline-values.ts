import type { I18n } from '@lingui/core';
import type { OrderView } from '@quydoi/contract/orders';
import { CURRENCIES } from '@quydoi/domain/currencies';
import type { Locale } from '@quydoi/domain/locales';
import { formatAmount, formatTimeInVietnam, maskMiddle } from '../../lib/format.ts';
import { sharedText } from '../../lib/shared-text.ts';
import { HAND_TRANSFER_MINUTES, RISK_HOLD_HOURS_MAX } from './order-face.ts';

const HOUR_MS = 60 * 60 * 1000;

/** Everything that a headline may put in. */
export function headlineValues(order: OrderView, i18n: I18n, locale: Locale): Record<string, string> {
  const { status, amountPaid, amountSent } = order;
  const difference = amountPaid > amountSent ? amountPaid - amountSent : amountSent - amountPaid;
  const lastAt = order.events.at(-1)?.at ?? order.createdAt;
  return {
    amount: amountOf(order, locale),
    masked: maskMiddle(order.destination),
    rail: sharedText(i18n, 'rail', CURRENCIES[order.to].rail),
    time: formatTimeInVietnam(
      status === 'retry_scheduled' && order.retryAt ? order.retryAt : new Date(lastAt.getTime() + RISK_HOLD_HOURS_MAX * HOUR_MS),
    ),
    n: String(HAND_TRANSFER_MINUTES),
    reason: sharedText(i18n, 'reason', order.reason ?? 'payout_unknown'),
    x: formatAmount(order.from, amountPaid, locale),
    y: formatAmount(order.from, difference, locale),
  };
}

/** What is waited for while pending, what was given back when refunded, else what was sent out. */
function amountOf(order: OrderView, locale: Locale): string {
  if (order.status === 'pending') return formatAmount(order.from, order.instructions?.amount ?? order.amountSent, locale);
  if (order.reason === 'refunded') return formatAmount(order.from, order.amountPaid, locale);
  return formatAmount(order.to, order.amountReceived, locale);
}
