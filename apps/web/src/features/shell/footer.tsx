import { Trans, useLingui } from '@lingui/react/macro';
import { EMAIL_REPLY_HOURS } from '@quydoi/domain/constants';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { supportHours, useConfig } from '../../lib/site-data.ts';
import { SupportChannels } from './support-channels.tsx';

const LINKS: readonly (readonly [path: string, name: ReactNode])[] = [
  ['/history', <Trans key="history">Tra cứu đơn</Trans>],
  ['/listing', <Trans key="listing">Kiểm tra e-Voucher</Trans>],
  ['/fee-transfer', <Trans key="fees">Biểu phí</Trans>],
  ['/payment', <Trans key="payment">Cách thanh toán</Trans>],
  ['/status', <Trans key="status">Tình trạng hệ thống</Trans>],
  ['/blog', <Trans key="news">Tin tức</Trans>],
  ['/contact', <Trans key="contact">Liên hệ, hỏi đáp</Trans>],
  ['/about-us', <Trans key="about">Giới thiệu</Trans>],
  ['/tos', <Trans key="terms">Điều khoản</Trans>],
  ['/canh-bao-lua-dao', <Trans key="scam">Cảnh báo lừa đảo</Trans>],
];

/** Site footer: links and support contact. */
export function Footer() {
  const { t } = useLingui();
  const { config } = useConfig();
  const email = config?.site.email ?? '';
  const hours = supportHours(config);
  return (
    <footer className="@container border-line border-t bg-surface print:hidden">
      <div className="mx-auto grid max-w-6xl gap-6 px-4 py-8 text-small text-muted @min-[44rem]:grid-cols-[2fr_2fr_auto] sm:px-6">
        <p className="max-w-prose">
          <Trans>
            Mua bán tiền điện tử và tiền mã hóa bằng đồng Việt Nam: tự động, 24/7, hỗ trợ mọi ngân hàng Việt Nam. Tiền chỉ đến đúng ví bạn đã nhập.
          </Trans>
        </p>
        <nav aria-label={t`Cuối trang`}>
          <ul className="grid grid-cols-2 gap-x-4 sm:gap-y-1">
            {LINKS.map(([path, name]) => (
              <li key={path}>
                <Link className="inline-flex min-h-touch sm:min-h-8 items-center text-muted hover:text-ink" href={path}>
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className="grid content-start gap-1">
          <p className="font-semibold text-ink">
            <Trans>Hỗ trợ {hours}</Trans>
          </p>
          <a className="inline-flex min-h-touch sm:min-h-8 items-center wrap-anywhere text-brand" href={`mailto:${email}`}>
            {email}
          </a>
          <p>
            <Trans>Trả lời email trong {EMAIL_REPLY_HOURS} giờ.</Trans>
          </p>
          <p className="flex flex-wrap gap-x-4">
            <SupportChannels className="inline-flex min-h-touch sm:min-h-8 items-center text-brand" />
          </p>
        </div>
      </div>
    </footer>
  );
}
