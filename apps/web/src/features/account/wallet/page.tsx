import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useTRPC } from '@quydoi/client/react';
import type { WalletView, WithdrawalView } from '@quydoi/contract/wallet';
import { Card } from '@quydoi/ui/card';
import { Skeleton } from '@quydoi/ui/skeleton';
import { ToastArea } from '@quydoi/ui/toast';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isMember } from '../../../lib/session.ts';
import { useStored } from '../../../lib/stored.ts';
import type { PageMeta } from '../../../page-meta.ts';
import type { PageProps } from '../../../routes.tsx';
import { AccountBar } from '../account-bar.tsx';
import { isLoginMissing } from '../login-missing.ts';
import { ReadFailure } from '../read-failure.tsx';
import { useMembership } from '../use-membership.ts';
import { Balances } from './balances.tsx';
import { DepositCard } from './deposit-card.tsx';
import { StatementCard } from './statement-card.tsx';
import { useWithdrawals } from './use-withdrawals.ts';
import { WithdrawCard } from './withdraw-card.tsx';

/** The page's own title. */
export const meta = (): PageMeta => ({ title: msg`Ví của bạn` });

/** Balances change while deposits and withdrawals are on their way. */
const REFRESH_MS = 5_000;

/** The customer's wallet: balances, deposits, withdrawals and what has changed a balance. */
export function Page(_props: PageProps) {
  const { t } = useLingui();
  const enabled = useStored(isMember);
  const wallet = useQuery(useTRPC().wallet.get.queryOptions(undefined, { enabled, refetchInterval: REFRESH_MS, retry: false }));
  const withdrawals = useWithdrawals(enabled);
  useMembership('/history/wallet', isLoginMissing(wallet.error));
  return (
    <ToastArea closeLabel={t`Đóng`} label={t`Thông báo`}>
      <div className="mx-auto grid w-full max-w-xl grid-cols-1 gap-4">
        <h1 className="font-semibold text-title">
          <Trans>Ví của bạn</Trans>
        </h1>
        <AccountBar />
        <ReadFailure reads={[wallet, withdrawals]} />
        {wallet.data !== undefined && withdrawals.isFetched ? (
          <Cards wallet={wallet.data} withdrawals={withdrawals.data?.items ?? []} />
        ) : (
          !wallet.isError && <Placeholders />
        )}
      </div>
    </ToastArea>
  );
}

interface CardsProps {
  readonly wallet: WalletView;
  readonly withdrawals: readonly WithdrawalView[];
}

function Cards({ wallet, withdrawals }: CardsProps) {
  // Whoever has nothing to withdraw deposits first. It stays so when the deposit arrives: nothing moves under the customer's finger.
  const [isNew] = useState(withdrawals.length === 0 && wallet.balances.every(({ balance }) => balance === 0n));
  const withdraw = <WithdrawCard wallet={wallet} withdrawals={withdrawals} />;
  return (
    <>
      <Balances balances={wallet.balances} />
      {!isNew && withdraw}
      <DepositCard wallet={wallet} />
      {isNew && withdraw}
      <StatementCard balances={wallet.balances} />
    </>
  );
}

/** As high as what comes. */
function Placeholders() {
  return ['h-20', 'h-22', 'h-160'].map((height) => (
    <Card key={height}>
      <Skeleton className={height} />
    </Card>
  ));
}
