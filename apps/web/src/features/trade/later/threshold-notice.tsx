import { useLingui } from '@lingui/react';
import { Trans } from '@lingui/react/macro';
import { useTRPC } from '@quydoi/client/react';
import { buttonClass } from '@quydoi/ui/button';
import { Notice } from '@quydoi/ui/notice';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link, useLocation } from 'wouter';
import { codeText } from '../../../lib/error-text.ts';
import { formatAmount } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/locale-context.tsx';
import { isMember } from '../../../lib/session.ts';
import { isLoginMissing } from '../../account/login-missing.ts';
import type { TradeFormState } from '../use-trade-form.ts';
import { useLaterMessages } from './use-later-messages.ts';

/** Says from which value on orders need a login or a verified identity, and leads there. Nothing for customers who have what it takes. */
export function ThresholdNotice({ form: { threshold, isLoggedIn } }: { readonly form: TradeFormState }) {
  useLaterMessages();
  if (threshold === null) return null;
  return isLoggedIn ? <VerificationNotice from={threshold} /> : <LoginNotice from={threshold} />;
}

/** The same in one line, at the quantity, which is far above the button. */
export function ThresholdLine({ form: { threshold, isLoggedIn } }: { readonly form: TradeFormState }) {
  const { locale } = useLocale();
  const [path] = useLocation();
  const { data: customer } = useQuery(useTRPC().accounts.me.queryOptions(undefined, { enabled: isLoggedIn, retry: false }));
  if (threshold === null || (isLoggedIn && (customer === undefined || customer.docStatus === 'verify'))) return null;
  const amount = formatAmount('vnd', threshold, locale);
  return (
    <p className="text-small text-warn" role="status">
      {threshold > 0n && (
        <>
          <Trans>Đơn từ {amount}:</Trans>{' '}
        </>
      )}
      <Link className="font-semibold underline" href={isLoggedIn ? '/verify' : loginPath(path)}>
        {isLoggedIn ? <Trans>cần xác minh danh tính</Trans> : <Trans>cần đăng nhập</Trans>}
      </Link>
    </p>
  );
}

function loginPath(path: string): string {
  return `/login?next=${encodeURIComponent(path)}`;
}

function LoginNotice({ from }: { readonly from: bigint }) {
  const { i18n } = useLingui();
  const { locale } = useLocale();
  const [path] = useLocation();
  const amount = formatAmount('vnd', from, locale);
  return (
    <Notice>
      <p>
        {from === 0n ? (
          codeText(i18n, locale, 'LOGIN_FOR_AMOUNT', { amount: '0' })
        ) : (
          <Trans>Vui lòng đăng nhập để tạo đơn từ {amount} trở lên.</Trans>
        )}
      </p>
      <Link className={buttonClass({ look: 'secondary', className: 'mt-2' })} href={loginPath(path)}>
        <Trans>Đăng nhập</Trans>
      </Link>
    </Notice>
  );
}

function VerificationNotice({ from }: { readonly from: bigint }) {
  const { locale } = useLocale();
  const { data: customer, error } = useQuery(useTRPC().accounts.me.queryOptions(undefined, { retry: false }));
  const isLoggedOut = isLoginMissing(error);
  useEffect(() => {
    if (isLoggedOut) isMember.update(() => false);
  }, [isLoggedOut]);
  if (customer === undefined || customer.docStatus === 'verify') return null;
  const amount = formatAmount('vnd', from, locale);
  return (
    <Notice>
      <p>
        {from === 0n ? (
          <Trans>Mọi đơn hiện cần tài khoản đã xác minh danh tính.</Trans>
        ) : (
          <Trans>Đơn từ {amount} trở lên cần tài khoản đã xác minh danh tính.</Trans>
        )}
      </p>
      <Link className={buttonClass({ look: 'secondary', className: 'mt-2' })} href="/verify">
        <Trans>Xác minh danh tính</Trans>
      </Link>
    </Notice>
  );
}
