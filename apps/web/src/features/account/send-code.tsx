import { Trans } from '@lingui/react/macro';
import { refusalOf } from '@quydoi/client/errors';
import { useTRPC } from '@quydoi/client/react';
import { Button } from '@quydoi/ui/button';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { serverNowMs } from '../../lib/clock.ts';
import { startOnce } from '../../lib/start-once.ts';
import { useWait } from '../listing/use-wait.ts';
import { CallFailure } from './call-failure.tsx';

const SECOND_MS = 1_000;

interface SendCodeProps {
  /** Last digits of the number that codes go to. */
  readonly sentTo: string | null;
  /** Of the login that wants the code, for which the first one is sent at once; else it is the session's. */
  readonly challenge?: string;
}

/** Has a code sent by SMS, and another one after a while. */
export function SendCode({ sentTo, challenge }: SendCodeProps) {
  const queries = useQueryClient();
  const { left, start } = useWait();
  const options = useTRPC().accounts.sendCode.mutationOptions({
    onSuccess: ({ againAt }) => start(secondsUntil(againAt)),
    onError: (error) => {
      const seconds = retrySecondsOf(error);
      if (seconds !== null) start(seconds);
    },
  });
  const { mutate, data, isPending, isSuccess, error, reset } = useMutation(options);
  const send = () => startOnce(queries, options.mutationKey, () => mutate(challenge === undefined ? {} : { challenge }));
  useEffect(() => {
    if (challenge !== undefined) mutate({ challenge });
  }, [challenge, mutate]);
  // A wait that is over is no failure any more.
  const isWaitOver = left === 0 && retrySecondsOf(error) !== null;
  useEffect(() => {
    if (isWaitOver) reset();
  }, [isWaitOver, reset]);
  const shown = data?.sentTo ?? sentTo ?? '';
  return (
    <SentCode error={error} isSending={isPending} left={left} onSend={send} sentTo={isSuccess ? shown : null}>
      {isSuccess || challenge !== undefined ? <Trans>Gửi lại mã</Trans> : <Trans>Gửi mã tới {shown}</Trans>}
    </SentCode>
  );
}

interface SentCodeProps {
  /** Last digits of the number that a code was sent to; null until one was. */
  readonly sentTo: string | null;
  /** Seconds until another code can be sent. */
  readonly left: number;
  readonly isSending: boolean;
  readonly error: unknown;
  readonly onSend: () => void;
  /** What the button says. */
  readonly children: ReactNode;
}

/** Where a code was sent, and the button that sends one. */
export function SentCode({ sentTo, left, isSending, error, onSend, children }: SentCodeProps) {
  return (
    <div className="grid grid-cols-1 gap-3">
      {sentTo !== null && (
        <p className="text-muted" role="status">
          <Trans>Đã gửi mã tới số {sentTo}. Mã dùng được trong 5 phút.</Trans>
        </p>
      )}
      <Button
        aria-disabled={left > 0}
        busy={isSending}
        className="justify-self-start"
        look="secondary"
        onClick={() => {
          if (left === 0) onSend();
        }}
      >
        {left > 0 ? <Trans>Gửi lại mã sau {left} giây</Trans> : children}
      </Button>
      {error !== null && <CallFailure error={error} />}
    </div>
  );
}

/** Whole seconds until a time, by the server's clock. */
export function secondsUntil(at: Date): number {
  return Math.max(Math.ceil((at.getTime() - serverNowMs()) / SECOND_MS), 0);
}

/** Seconds that the server asks to wait; null where a call failed otherwise. Those of a day are not counted down. */
function retrySecondsOf(error: unknown): number | null {
  const refusal = refusalOf(error);
  if (refusal?.code !== 'TOO_MANY_SMS' || refusal.params.limit === 'day') return null;
  return Number(refusal.params.seconds);
}
