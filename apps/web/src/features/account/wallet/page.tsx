import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useTRPC } from '@quydoi/client/react';
import { Card } from '@quydoi/ui/card';
import { Skeleton } from '@quydoi/ui/skeleton';
import { ToastArea } from '@quydoi/ui/toast';
import { useQuery } from '@tanstack/react-query';
import { isMember } from '../../../lib/session.ts';
import { useStored } from '../../../lib/stored.ts';
import type { PageMeta } from '../../../page-meta.ts';
import type { PageProps } from '../../../routes.tsx';
import { AccountBar } from '../account-bar.tsx';
import { CallFailure } from '../call-failure.tsx';
import { isLoginMissing } from '../login-missing.ts';
import { useMembership } from '../use-membership.ts';
import { Balances } from './balances.tsx';
import { DepositCard } from './deposit-card.tsx';
import { StatementCard } from './statement-card.tsx';
import { WithdrawCard } from './withdraw-card.tsx';

/** The page's own title. */
export const meta = (): PageMeta => ({ title: msg`Ví của bạn` });

/** Balances change while deposits and withdrawals are on their way. */
const REFRESH_MS = 5_000;

/** The customer's wallet: balances, deposits, withdrawals and what has changed a balance. */
export function Page(_props: PageProps) {
  const { t } = useLingui();
  const enabled = useStored(isMember);
  const { data, error } = useQuery(useTRPC().wallet.get.queryOptions(undefined, { enabled, refetchInterval: REFRESH_MS, retry: false }));
  const isLoggedOut = isLoginMissing(error);
  useMembership('/history/wallet', isLoggedOut);
  return (
    <ToastArea closeLabel={t`Đóng`} label={t`Thông báo`}>
      <div className="mx-auto grid w-full max-w-xl grid-cols-1 gap-4">
        <h1 className="font-semibold text-title">
          <Trans>Ví của bạn</Trans>
        </h1>
        <AccountBar />
        {error !== null && !isLoggedOut && <CallFailure error={error} />}
        {data === undefined ? (
          <Card>
            <Skeleton className="h-24" />
          </Card>
        ) : (
          <>
            <Balances balances={data.balances} />
            <WithdrawCard wallet={data} />
            <DepositCard wallet={data} />
            <StatementCard balances={data.balances} />
          </>
        )}
      </div>
    </ToastArea>
  );
}
