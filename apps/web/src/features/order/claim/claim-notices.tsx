import { useLingui as useMessages } from '@lingui/react';
import { Trans } from '@lingui/react/macro';
import type { OrderEventView, OrderView } from '@quydoi/contract/orders/order-view';
import { CLAIM_REPLY_MINUTES, CLAIMS_MAX } from '@quydoi/domain/constants';
import { Notice } from '@quydoi/ui/notice';
import { Link } from 'wouter';
import { SentenceGap } from '../../../lib/punctuation.ts';
import { sharedText } from '../../../lib/shared-text.ts';
import { supportHours, useConfig } from '../../../lib/site-data.ts';
import { useStaffOpening } from '../../../lib/staff-opening.ts';
import { useStored } from '../../../lib/stored.ts';
import { StaffHours } from '../components/staff-hours.tsx';
import { messagePath, supportHref } from '../components/support.tsx';
import { timeOfDay } from '../order-time.ts';
import { claimedPaidAt, claimStateOf } from './claim-state.ts';
import { claimedFacts, sentClaims } from './sent-claims.ts';

/** The newest claim was taken and waits: what it says, when to expect an answer, and where. */
export function ClaimWaiting({ order }: { readonly order: Pick<OrderView, 'ref' | 'events'> }) {
  const facts = claimedFacts(useStored(sentClaims), order.ref, claimStateOf(order.events).made);
  const { config } = useConfig();
  const hours = supportHours(config);
  const isAway = useStaffOpening() !== null;
  return (
    <Notice look="ok" role="status">
      {isAway ? (
        <>
          <Trans>Đã nhận thông tin của bạn. Nhân viên trả lời khi bắt đầu làm việc, ngay trong nhật ký đơn hàng. Bạn có thể đóng trang này.</Trans>
          <StaffHours />
        </>
      ) : (
        <Trans>
          Đã nhận thông tin của bạn. Nhân viên làm việc {hours} hằng ngày và thường trả lời trong {CLAIM_REPLY_MINUTES} phút, ngay trong nhật ký đơn
          hàng. Bạn có thể đóng trang này.
        </Trans>
      )}
      <SentenceGap />
      <Trans>Để xem trả lời, hãy mở lại đơn này từ “Đơn của bạn trên thiết bị này” ở trang chủ.</Trans>
      {facts !== '' && <p className="mt-1 text-small wrap-anywhere">{facts}</p>}
    </Notice>
  );
}

/** Notice on a delivered order whose claim was never answered: the claimed payment may be a second one. */
export function ClaimLeft({ order }: { readonly order: OrderView }) {
  const { i18n } = useMessages();
  const { waiting } = claimStateOf(order.events);
  if (order.status !== 'delivered' || order.masked || waiting === null) return null;
  const time = timeOfDay(i18n, claimedPaidAt(waiting));
  return (
    <Notice>
      <Trans>
        Bạn đã báo một khoản chuyển lúc {time}. Nếu bạn đã chuyển hai lần, hãy{' '}
        <Link className="font-semibold text-brand underline" href={messagePath(order.ref)}>
          nhắn cho chúng tôi
        </Link>{' '}
        để nhận lại khoản kia.
      </Trans>
    </Notice>
  );
}

/** The answer to the newest claim. */
export function ClaimAnswer({ answer }: { readonly answer: OrderEventView }) {
  const { i18n } = useMessages();
  return (
    <Notice role="status">
      {sharedText(i18n, 'event', answer.code)}
      {answer.code === 'claim_not_found' && (
        <p className="mt-1">
          <Trans>Nếu bạn ghi mã của một đơn khác, khoản chuyển đã được tính cho đơn đó.</Trans>
          <SentenceGap />
          <Link className="font-semibold text-brand underline" href="/history">
            <Trans>Xem các đơn của bạn</Trans>
          </Link>
        </p>
      )}
    </Notice>
  );
}

/** No claim is left for the order: who helps now. */
export function ClaimsUsedUp({ refText }: { readonly refText: string }) {
  const { config } = useConfig();
  const email = config?.site.email ?? '';
  return (
    <Notice>
      <p>
        <Trans>Bạn đã báo đủ {CLAIMS_MAX} lần cho đơn này. Vui lòng gửi biên lai chuyển tiền cho bộ phận hỗ trợ.</Trans>
      </p>
      <a className="inline-flex min-h-touch items-center font-semibold break-all text-brand" href={supportHref(email, refText)}>
        {email}
      </a>
    </Notice>
  );
}
