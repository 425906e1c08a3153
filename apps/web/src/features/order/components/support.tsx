import { Trans } from '@lingui/react/macro';
import { SUPPORT_WINDOW_DAYS } from '@quydoi/domain/constants';
import { Card, CardTitle } from '@quydoi/ui/card';
import { Link } from 'wouter';
import { supportHours, useConfig } from '../../../lib/site-data.ts';
import { SupportChannels } from '../../shell/support-channels.tsx';

/** `mailto:` URL of support with the order's reference as subject. */
export function supportHref(email: string, refText: string): string {
  return `mailto:${email}?subject=${encodeURIComponent(refText)}`;
}

/** Path of the form that writes to support about an order. @param extra amount that came in addition, which the message begins with */
export function messagePath(refText: string, extra?: string): string {
  return `/contact?order=${encodeURIComponent(refText)}${extra ? `&extra=${encodeURIComponent(extra)}` : ''}#message`;
}

/** Support contact and safety advice. */
export function Support({ refText }: { readonly refText: string }) {
  const { config } = useConfig();
  const email = config?.site.email ?? '';
  const hours = supportHours(config);
  return (
    <Card className="grid gap-2 print:hidden">
      <CardTitle>
        <Trans>Cần giúp đỡ?</Trans>
      </CardTitle>
      <p>
        <Trans>Nhân viên trực {hours} hằng ngày.</Trans>
      </p>
      <a className="inline-flex min-h-touch items-center font-semibold break-all text-brand" href={supportHref(email, refText)}>
        {email}
      </a>
      <p className="flex flex-wrap gap-x-4 empty:hidden">
        <SupportChannels className="inline-flex min-h-touch items-center font-semibold text-brand" refText={refText} />
      </p>
      <Link className="inline-flex min-h-touch items-center font-semibold text-brand" href={messagePath(refText)}>
        <Trans>Gửi tin nhắn</Trans>
      </Link>
      <ul className="grid list-disc gap-1 pl-5 text-small text-muted">
        <li>
          <Trans>Không chia sẻ đường dẫn đơn hàng với người khác.</Trans>
        </li>
        <li>
          <Trans>Nhân viên hỗ trợ không bao giờ hỏi mật khẩu hay mã OTP của bạn.</Trans>
        </li>
        <li>
          <Trans>Hỗ trợ trong {SUPPORT_WINDOW_DAYS} ngày kể từ ngày giao dịch.</Trans>
        </li>
      </ul>
    </Card>
  );
}
