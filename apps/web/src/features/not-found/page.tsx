import { Trans } from '@lingui/react/macro';
import { buttonClass } from '@quydoi/ui/button';
import { Link } from 'wouter';
import type { PageProps } from '../../routes.tsx';

/** 404 page. */
export function Page(_props: PageProps) {
  return (
    <div className="mx-auto grid max-w-md justify-items-center gap-4 py-16 text-center">
      <p aria-hidden="true" className="font-semibold text-[4rem] text-brand leading-none">
        404
      </p>
      <h1 className="text-title font-semibold">
        <Trans>Không tìm thấy trang này</Trans>
      </h1>
      <p className="text-muted">
        <Trans>Đường dẫn có thể đã đổi hoặc gõ nhầm. Tiền và đơn hàng của bạn không bị ảnh hưởng.</Trans>
      </p>
      <div className="flex flex-wrap justify-center gap-3">
        <Link className={buttonClass()} href="/">
          <Trans>Về trang chủ</Trans>
        </Link>
        <Link className={buttonClass({ look: 'secondary' })} href="/history">
          <Trans>Tra cứu đơn</Trans>
        </Link>
      </div>
    </div>
  );
}
