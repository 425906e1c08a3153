import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useTRPC } from '@quydoi/client/react';
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
import { AccountDeleted } from '../own-data/delete-account.tsx';
import { DestinationsCard } from '../own-data/destinations-card.tsx';
import { OwnDataCard } from '../own-data/own-data-card.tsx';
import { PasskeysCard } from '../passkey/passkeys-card.tsx';
import { Profile } from '../profile/profile.tsx';
import { ReferralCard } from '../profile/referral-card.tsx';
import { ReadFailure } from '../read-failure.tsx';
import { useMembership } from '../use-membership.ts';
import { LockScreenCard } from './lock-screen-card.tsx';
import { PasswordCard } from './password-card.tsx';
import { SessionsCard } from './sessions-card.tsx';
import { TwoFactorCard } from './two-factor-card.tsx';

/** The page's own title. */
export const meta = (): PageMeta => ({ title: msg`Tài khoản` });

/** The account, until it is deleted here. */
export function Page(_props: PageProps) {
  const { t } = useLingui();
  const [isDeleted, setDeleted] = useState(false);
  if (isDeleted) return <AccountDeleted />;
  return (
    <ToastArea closeLabel={t`Đóng`} label={t`Thông báo`}>
      <Account onDeleted={() => setDeleted(true)} />
    </ToastArea>
  );
}

/** Account settings: profile, saved destinations, second factor, passkeys, password, sessions, and the customer’s data. */
function Account({ onDeleted }: { readonly onDeleted: () => void }) {
  const trpc = useTRPC();
  const enabled = useStored(isMember);
  const sessions = useQuery(trpc.accounts.listSessions.queryOptions(undefined, { enabled, retry: false }));
  const factor = useQuery(trpc.accounts.twoFactor.queryOptions(undefined, { enabled, retry: false }));
  const me = useQuery(trpc.accounts.me.queryOptions(undefined, { enabled, retry: false }));
  const saved = useQuery(trpc.destinations.list.queryOptions(undefined, { enabled, retry: false }));
  const passkeys = useQuery(trpc.accounts.listPasskeys.queryOptions(undefined, { enabled, retry: false }));
  const reads = [sessions, factor, me, saved, passkeys];
  // The cards ask for nothing themselves: one that asks anew when it is shown would hide itself meanwhile, for ever.
  // Cards of other sizes than their places would push away what is below, and what the bar above says of the account, all of them.
  const isLoading = reads.some(({ isFetched }) => !isFetched);
  useMembership(
    '/account',
    reads.some(({ error }) => isLoginMissing(error)),
  );
  return (
    <div className="mx-auto grid w-full max-w-xl grid-cols-1 gap-4">
      <h1 className="font-semibold text-title">
        <Trans>Tài khoản</Trans>
      </h1>
      <AccountBar />
      <ReadFailure reads={reads} />
      {isLoading ? (
        <Placeholders />
      ) : (
        <>
          {me.data && <Profile customer={me.data} />}
          {saved.data && <DestinationsCard destinations={saved.data.items} />}
          {factor.data && <TwoFactorCard factor={factor.data} />}
          {passkeys.data && factor.data && <PasskeysCard factor={factor.data} passkeys={passkeys.data.items} />}
          <PasswordCard />
          {me.data && <LockScreenCard customer={me.data} />}
          {me.data && <ReferralCard id={me.data.id} />}
          {sessions.data && <SessionsCard sessions={sessions.data.items} />}
          <OwnDataCard factor={factor.data} onDeleted={onDeleted} />
        </>
      )}
    </div>
  );
}

/** About as high as the first cards; those below are out of view. */
function Placeholders() {
  return ['h-70', 'h-40', 'h-50', 'h-50', 'h-24'].map((height, n) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: they never move
    <Card key={n}>
      <Skeleton className={height} />
    </Card>
  ));
}
