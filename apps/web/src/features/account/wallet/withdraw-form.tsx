import { Trans } from '@lingui/react/macro';
import { useTRPC } from '@quydoi/client/react';
import type { WalletView } from '@quydoi/contract/wallet';
import { DESTINATION_WAIT_HOURS } from '@quydoi/domain/constants';
import { isWalletCurrency } from '@quydoi/domain/wallet/wallet';
import { buttonClass } from '@quydoi/ui/button';
import { Notice } from '@quydoi/ui/notice';
import { Skeleton } from '@quydoi/ui/skeleton';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { ReadFailure } from '../read-failure.tsx';
import { WithdrawFields } from './withdraw-fields.tsx';

interface WithdrawFormProps {
  readonly wallet: WalletView;
  readonly onCancel: () => void;
  readonly onDone: () => void;
}

/** Asks for a withdrawal, or says what is missing for one: a destination that is saved for long enough, or the second factor. */
export function WithdrawForm({ wallet, onCancel, onDone }: WithdrawFormProps) {
  const trpc = useTRPC();
  const saved = useQuery(trpc.destinations.list.queryOptions(undefined, { retry: false }));
  const factor = useQuery(trpc.accounts.twoFactor.queryOptions(undefined, { retry: false }));
  if (saved.data === undefined || factor.data === undefined) {
    return saved.isError || factor.isError ? <ReadFailure reads={[saved, factor]} /> : <Skeleton className="h-40" />;
  }
  const offered = saved.data.items.filter(({ currency }) => isWalletCurrency(currency));
  if (factor.data.twoFactor !== 'authenticator') {
    return (
      <Missing>
        <Trans>Để rút tiền, hãy bật xác thực hai lớp bằng ứng dụng: không ai rút được tiền của bạn chỉ với mật khẩu hay tin nhắn.</Trans>
      </Missing>
    );
  }
  if (offered.length === 0) {
    return (
      <Missing>
        <Trans>Chỉ rút được về tài khoản của bạn đã lưu từ {DESTINATION_WAIT_HOURS} giờ trước. Hãy lưu tài khoản ở trang Tài khoản.</Trans>
      </Missing>
    );
  }
  return <WithdrawFields offered={offered} source={factor.data} onCancel={onCancel} onDone={onDone} wallet={wallet} />;
}

function Missing({ children }: { readonly children: ReactNode }) {
  return (
    <div className="grid justify-items-start gap-3">
      <Notice look="info">{children}</Notice>
      <Link className={buttonClass({ look: 'secondary' })} href="/account">
        <Trans>Mở trang Tài khoản</Trans>
      </Link>
    </div>
  );
}
