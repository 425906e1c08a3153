import { Trans, useLingui } from '@lingui/react/macro';
import { useTRPC } from '@quydoi/client/react';
import { Button } from '@quydoi/ui/button';
import { Notice } from '@quydoi/ui/notice';
import { TabBar, tabClass } from '@quydoi/ui/tabs';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useLocation } from 'wouter';
import { isMember } from '../../lib/session.ts';
import { useStored } from '../../lib/stored.ts';
import { CallFailure } from './call-failure.tsx';
import { isLoginMissing } from './login-missing.ts';
import { LockScreen } from './screen/lock-screen.tsx';
import { useLogout } from './use-logout.ts';

/** Whose account this is, whether its address is confirmed, the way to its pages and the way out. */
export function AccountBar() {
  const trpc = useTRPC();
  const enabled = useStored(isMember);
  const { data: customer } = useQuery(trpc.accounts.me.queryOptions(undefined, { enabled, retry: false }));
  const logout = useLogout();
  return (
    <div className="grid grid-cols-1 gap-3">
      <div className="flex min-h-touch items-center justify-between gap-x-4">
        <p className="min-w-0 truncate text-muted" title={customer?.email}>
          {customer?.email ?? '\u00A0'}
        </p>
        <Button busy={logout.isPending} className="shrink-0" look="secondary" onClick={() => logout.mutate({})}>
          <Trans>Đăng xuất</Trans>
        </Button>
      </div>
      <Pages />
      <LockScreen />
      {logout.error !== null && !isLoginMissing(logout.error) && <CallFailure error={logout.error} />}
      {customer?.isEmailVerified === false && <Unconfirmed />}
    </div>
  );
}

/** The pages of the account. */
function Pages() {
  const { t } = useLingui();
  const [path] = useLocation();
  const link = (href: string) => ({ href, className: tabClass(path === href), ...(path === href ? { 'aria-current': 'page' as const } : {}) });
  return (
    <TabBar aria-label={t`Tài khoản`}>
      <Link {...link('/history/trade')}>
        <Trans>Giao dịch</Trans>
      </Link>
      <Link {...link('/history/wallet')}>
        <Trans>Ví</Trans>
      </Link>
      <Link {...link('/account')}>
        <Trans>Tài khoản</Trans>
      </Link>
    </TabBar>
  );
}

/** Asks to confirm the address, and sends the link again. */
function Unconfirmed() {
  const resend = useMutation(useTRPC().accounts.resendVerification.mutationOptions());
  if (resend.isSuccess) {
    return (
      <Notice look="ok" role="status">
        <Trans>Đã gửi liên kết xác nhận. Hãy kiểm tra hộp thư của bạn.</Trans>
      </Notice>
    );
  }
  return (
    <>
      <Notice look="warn">
        <p>
          <Trans>Email của bạn chưa được xác nhận. Hãy bấm liên kết trong email chúng tôi đã gửi.</Trans>
        </p>
        <Button busy={resend.isPending} className="mt-2" look="secondary" onClick={() => resend.mutate({})}>
          <Trans>Gửi lại liên kết</Trans>
        </Button>
      </Notice>
      {resend.error !== null && <CallFailure error={resend.error} />}
    </>
  );
}
