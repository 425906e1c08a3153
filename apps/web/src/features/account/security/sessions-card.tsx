import { Trans, useLingui } from '@lingui/react/macro';
import { useTRPC } from '@quydoi/client/react';
import type { SessionView } from '@quydoi/contract/accounts';
import { deviceNameOf } from '@quydoi/domain/customer/device-name';
import { Badge } from '@quydoi/ui/badge';
import { Button } from '@quydoi/ui/button';
import { Card, CardTitle } from '@quydoi/ui/card';
import { useToast } from '@quydoi/ui/toast';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { nowMs } from '../../../lib/clock.ts';
import { formatShortMomentInVietnam } from '../../../lib/dates.ts';
import { useLocale } from '../../../lib/locale-context.tsx';
import { isVietnamClock } from '../../order/order-time.ts';
import { CallFailure } from '../call-failure.tsx';
import { isLoginMissing } from '../login-missing.ts';

/** Where the account is logged in, and the way to end that. */
export function SessionsCard({ sessions }: { readonly sessions: readonly SessionView[] }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { t } = useLingui();
  const tell = useToast();
  const telling = (done: string) => ({
    onSuccess: () => {
      tell(done);
      return queries.invalidateQueries({ queryKey: trpc.accounts.pathKey() });
    },
  });
  const revoke = useMutation(trpc.accounts.revokeSession.mutationOptions(telling(t`Thiết bị đã được đăng xuất`)));
  const revokeOthers = useMutation(trpc.accounts.revokeOtherSessions.mutationOptions(telling(t`Mọi thiết bị khác đã được đăng xuất`)));
  const error = revoke.error ?? revokeOthers.error;
  return (
    <Card className="grid grid-cols-1 gap-4">
      <div>
        <CardTitle>
          <Trans>Thiết bị đang đăng nhập</Trans>
        </CardTitle>
        {!isVietnamClock(new Date(nowMs())) && (
          <p className="text-muted text-small">
            <Trans>Theo giờ Việt Nam</Trans>
          </p>
        )}
      </div>
      <ul className="divide-y divide-line">
        {sessions.map((session) => (
          <Device
            busy={revoke.isPending && revoke.variables.id === session.id}
            key={session.id}
            onEnd={() => revoke.mutate({ id: session.id })}
            session={session}
          />
        ))}
      </ul>
      {error !== null && !isLoginMissing(error) && <CallFailure error={error} />}
      {sessions.length > 1 && (
        <Button busy={revokeOthers.isPending} look="danger" onClick={() => revokeOthers.mutate({})}>
          <Trans>Đăng xuất mọi thiết bị khác</Trans>
        </Button>
      )}
    </Card>
  );
}

interface DeviceProps {
  readonly session: SessionView;
  readonly busy: boolean;
  readonly onEnd: () => void;
}

function Device({ session: { userAgent, ip, createdAt, isCurrent }, busy, onEnd }: DeviceProps) {
  const { t } = useLingui();
  const { browser, system } = deviceNameOf(userAgent);
  const name = browser !== null && system !== null ? t`${browser} trên ${system}` : (browser ?? system ?? t`Thiết bị không rõ`);
  const { locale } = useLocale();
  const since = formatShortMomentInVietnam(createdAt, new Date(nowMs()), locale);
  return (
    <li className="flex items-center justify-between gap-3 py-3">
      <div className="grid min-w-0 gap-1">
        <span className="wrap-anywhere font-semibold">{name}</span>
        <span className="flex flex-wrap gap-x-2 text-muted text-small">
          <span className="wrap-anywhere">{ip}</span>
          <span className="whitespace-nowrap">
            <Trans>từ {since}</Trans>
          </span>
        </span>
      </div>
      {isCurrent ? (
        <span className="shrink-0">
          <Badge colour="green">
            <Trans>Thiết bị này</Trans>
          </Badge>
        </span>
      ) : (
        <Button aria-label={t`Đăng xuất ${name}`} busy={busy} className="shrink-0" look="quiet" onClick={onEnd}>
          <Trans>Đăng xuất</Trans>
        </Button>
      )}
    </li>
  );
}
