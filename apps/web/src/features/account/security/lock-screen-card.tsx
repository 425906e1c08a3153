import { Trans, useLingui } from '@lingui/react/macro';
import { useTRPC } from '@quydoi/client/react';
import type { CustomerView } from '@quydoi/contract/accounts';
import { SCREEN_LOCK_MINUTES } from '@quydoi/domain/constants';
import { Button } from '@quydoi/ui/button';
import { Card, CardTitle } from '@quydoi/ui/card';
import { useToast } from '@quydoi/ui/toast';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CallFailure } from '../call-failure.tsx';
import { isLoginMissing } from '../login-missing.ts';
import { isScreenLocked, noteScreen, noteUnlocked } from '../screen/screen-state.ts';

/** Whether browsers that are left alone are locked, and the way to change that. */
export function LockScreenCard({ customer }: { readonly customer: CustomerView }) {
  const { t } = useLingui();
  const trpc = useTRPC();
  const queries = useQueryClient();
  const tell = useToast();
  const change = useMutation(
    trpc.accounts.updateProfile.mutationOptions({
      onSuccess: (changed) => {
        noteUnlocked();
        noteScreen({ isLockScreen: changed.isLockScreen, isLocked: false });
        queries.setQueryData(trpc.accounts.me.queryKey(), changed);
        tell(changed.isLockScreen ? t`Đã bật khóa màn hình` : t`Đã tắt khóa màn hình`);
      },
    }),
  );
  const lock = useMutation(trpc.accounts.lockScreen.mutationOptions({ onSuccess: () => isScreenLocked.update(() => true) }));
  const error = change.error ?? lock.error;
  const n = SCREEN_LOCK_MINUTES;
  return (
    <Card className="grid grid-cols-1 gap-4">
      <CardTitle>
        <Trans>Khóa màn hình</Trans>
      </CardTitle>
      <p>
        <Trans>
          Khi bạn rời trình duyệt {n} phút, các trang tài khoản bị khóa cho đến khi nhập mật khẩu. Áp dụng cho mọi trình duyệt bạn đã đăng nhập.
        </Trans>
      </p>
      <div className="flex flex-wrap gap-3">
        <Button busy={change.isPending} look="secondary" onClick={() => change.mutate({ isLockScreen: !customer.isLockScreen })}>
          {customer.isLockScreen ? <Trans>Tắt khóa màn hình</Trans> : <Trans>Bật khóa màn hình</Trans>}
        </Button>
        {customer.isLockScreen && (
          <Button busy={lock.isPending} look="secondary" onClick={() => lock.mutate({})}>
            <Trans>Khóa ngay</Trans>
          </Button>
        )}
      </div>
      {error !== null && !isLoginMissing(error) && <CallFailure error={error} />}
    </Card>
  );
}
