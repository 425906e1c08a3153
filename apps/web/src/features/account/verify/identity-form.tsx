import { Trans, useLingui } from '@lingui/react/macro';
import { refusalOf } from '@quydoi/client/errors';
import { useTRPC } from '@quydoi/client/react';
import type { IdentityView } from '@quydoi/contract/identity';
import { IDENTITY_PARTS, type IdentityPart, type IdentityRefusal } from '@quydoi/domain/customer/identity';
import { Button, buttonClass } from '@quydoi/ui/button';
import { Notice } from '@quydoi/ui/notice';
import { Skeleton } from '@quydoi/ui/skeleton';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { Link } from 'wouter';
import { nowMs } from '../../../lib/clock.ts';
import { formatShortMomentInVietnam } from '../../../lib/dates.ts';
import { useLocale } from '../../../lib/locale-context.tsx';
import { SentenceGap } from '../../../lib/punctuation.ts';
import { isMember } from '../../../lib/session.ts';
import { startOnce } from '../../../lib/start-once.ts';
import { useStored } from '../../../lib/stored.ts';
import { StaffHours } from '../../order/components/staff-hours.tsx';
import { CallFailure } from '../call-failure.tsx';
import { isLoginMissing } from '../login-missing.ts';
import { ReadFailure } from '../read-failure.tsx';
import { LockScreen } from '../screen/lock-screen.tsx';
import { IdentityPartField, type PartState } from './identity-part-field.tsx';

/** How often a customer who waits for an operator is told what came of it. */
const POLL_MS = 15_000;

/** Takes the pictures that show who a customer is, and tells what came of them. */
export function IdentityForm() {
  const trpc = useTRPC();
  const enabled = useStored(isMember);
  const identity = useQuery(
    trpc.identity.get.queryOptions(undefined, {
      enabled,
      retry: false,
      refetchInterval: ({ state }) => (state.data?.docStatus === 'unverified' ? POLL_MS : false),
    }),
  );
  const isLoggedOut = isLoginMissing(identity.error);
  useEffect(() => {
    if (isLoggedOut) isMember.update(() => false);
  }, [isLoggedOut]);
  return (
    <div className="my-4 grid grid-cols-1 gap-4">
      <LockScreen />
      {!enabled ? (
        <Link className={buttonClass({ className: 'justify-self-start' })} href="/login?next=/verify">
          <Trans>Đăng nhập để xác minh</Trans>
        </Link>
      ) : identity.data !== undefined ? (
        <Identity identity={identity.data} />
      ) : identity.isError ? (
        <ReadFailure reads={[identity]} />
      ) : (
        <Skeleton className="h-56" />
      )}
    </div>
  );
}

function Identity({ identity }: { readonly identity: IdentityView }) {
  const { locale } = useLocale();
  const { docStatus, submittedAt } = identity;
  if (docStatus === 'not_uploaded') return <Parts identity={identity} />;
  const at = submittedAt === null ? '' : formatShortMomentInVietnam(submittedAt, new Date(nowMs()), locale);
  return (
    <Notice look={docStatus === 'verify' ? 'ok' : 'info'} role="status">
      {docStatus === 'verify' ? (
        <Trans>Danh tính đã được xác minh.</Trans>
      ) : (
        <>
          <Trans>Đã nhận ảnh của bạn lúc {at} (giờ Việt Nam). Chờ nhân viên kiểm tra; kết quả hiện ở đây.</Trans>
          <StaffHours />
        </>
      )}
    </Notice>
  );
}

function Parts({ identity }: { readonly identity: IdentityView }) {
  const { parts, refusal } = identity;
  const trpc = useTRPC();
  const queries = useQueryClient();
  const options = trpc.identity.submit.mutationOptions({
    onSuccess: (changed) => {
      queries.setQueryData(trpc.identity.get.queryKey(), changed);
      void queries.invalidateQueries(trpc.accounts.me.queryFilter());
    },
    // Another device may have handed them in.
    onError: () => queries.invalidateQueries(trpc.identity.get.queryFilter()),
  });
  const submit = useMutation(options);
  const [busy, setBusy] = useState<ReadonlySet<IdentityPart>>(new Set());
  const onBusy = useCallback((part: IdentityPart, isBusy: boolean) => {
    setBusy((before) => new Set(isBusy ? [...before, part] : [...before].filter((other) => other !== part)));
  }, []);
  // What was missing may be there by now.
  const isMended = refusalOf(submit.error)?.code === 'IDENTITY_INCOMPLETE' && parts.length === IDENTITY_PARTS.length;
  const failure = isMended || isLoginMissing(submit.error) ? null : submit.error;
  return (
    <>
      {refusal !== null && <Refused refusal={refusal} />}
      {IDENTITY_PARTS.map((part) => (
        <IdentityPartField key={part} onBusy={onBusy} part={part} state={stateOf(part, identity)} />
      ))}
      {failure !== null && <CallFailure error={failure} />}
      <Button
        // A picture that is being sent belongs to it.
        busy={submit.isPending || busy.size > 0}
        className="justify-self-start"
        onClick={() => startOnce(queries, options.mutationKey, () => submit.mutate({}))}
      >
        <Trans>Gửi kiểm tra</Trans>
      </Button>
    </>
  );
}

function stateOf(part: IdentityPart, { parts, submittedAt, refusal }: IdentityView): PartState {
  const kept = parts.find((other) => other.part === part);
  if (kept === undefined) return 'missing';
  return refusal !== null && submittedAt !== null && kept.uploadedAt <= submittedAt ? 'refused' : 'received';
}

function Refused({ refusal }: { readonly refusal: IdentityRefusal }) {
  const { t } = useLingui();
  const reasons: Readonly<Record<IdentityRefusal, string>> = {
    unreadable: t`Ảnh mờ hoặc không đọc được.`,
    incomplete: t`Ảnh không thấy đủ giấy tờ.`,
    mismatch: t`Ảnh chân dung hoặc thông tin trong hồ sơ không khớp với giấy tờ.`,
    expired: t`Giấy tờ đã hết hạn.`,
    'not-accepted': t`Loại giấy tờ này không được nhận.`,
  };
  return (
    <Notice look="warn" role="status">
      {reasons[refusal]}
      <SentenceGap />
      <Trans>Hãy thay ảnh rồi gửi lại.</Trans>
    </Notice>
  );
}
