import { useLingui } from '@lingui/react';
import { Trans } from '@lingui/react/macro';
import { buttonClass } from '@quydoi/ui/button';
import { Notice } from '@quydoi/ui/notice';
import { Link, useLocation } from 'wouter';
import { codeText } from '../../../lib/error-text.ts';
import { formatDecimalText } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/locale-context.tsx';
import { useConfig } from '../../../lib/site-data.ts';
import type { LoginRequirement } from '../quote-trade.ts';
import { useLaterMessages } from './use-later-messages.ts';

/** Says which orders need a login, and leads there and back. @param requirement null where that is said already */
export function LoginPrompt({ requirement }: { readonly requirement: LoginRequirement | null }) {
  useLaterMessages();
  const { i18n } = useLingui();
  const { locale } = useLocale();
  const { config } = useConfig();
  const amount = formatDecimalText(config?.site.minOrderLogin ?? '0', locale);
  if (requirement === null) return <LoginLink />;
  return (
    <Notice>
      <p>
        {requirement === 'REQUIRED_LOGIN' ? (
          codeText(i18n, locale, 'LOGIN_FOR_AMOUNT', { amount: '0' })
        ) : (
          <Trans>Vui lòng đăng nhập để tạo đơn từ {amount} đ trở lên.</Trans>
        )}
      </p>
      <LoginLink />
    </Notice>
  );
}

function LoginLink() {
  const [path] = useLocation();
  return (
    <Link className={buttonClass({ look: 'secondary', className: 'mt-2' })} href={`/login?next=${encodeURIComponent(path)}`}>
      <Trans>Đăng nhập</Trans>
    </Link>
  );
}
