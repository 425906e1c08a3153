import { Trans, useLingui } from '@lingui/react/macro';
import type { TwoFactorView } from '@quydoi/contract/accounts';
import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { TextField } from './account-form.tsx';
import { SendCode } from './send-code.tsx';

/** How a customer gets codes. */
export type CodeSource = Pick<TwoFactorView, 'twoFactor' | 'sentTo'>;

type CodeFieldProps = Omit<ComponentProps<'input'>, 'id'> & {
  readonly id: string;
  readonly error: string | undefined;
  readonly source: CodeSource;
  /** Of the login that wants the code; without one it is the session's. */
  readonly challenge?: string;
  /** Called when the other kind of code is wanted: what was typed is none of it. */
  readonly onOtherKind: () => void;
};

/** A code of the second factor: of the authenticator app or an SMS, or for recovery if the customer wants so. */
export function CodeField({ id, error, source, challenge, onOtherKind, ...input }: CodeFieldProps) {
  const { t } = useLingui();
  const [isRecovery, setRecovery] = useState(false);
  const shown = useRef(isRecovery);
  useEffect(() => {
    if (shown.current === isRecovery) return;
    shown.current = isRecovery;
    document.getElementById(id)?.focus();
  }, [isRecovery, id]);
  const isSms = source.twoFactor === 'sms';
  const toggle = (
    <button
      className="-my-2 inline-flex min-h-touch items-center text-right font-semibold text-brand text-small leading-tight hover:underline"
      onClick={() => {
        setRecovery(!isRecovery);
        onOtherKind();
      }}
      type="button"
    >
      {!isRecovery ? <Trans>Dùng mã khôi phục</Trans> : isSms ? <Trans>Dùng mã SMS</Trans> : <Trans>Dùng ứng dụng</Trans>}
    </button>
  );
  return (
    <>
      {isRecovery ? (
        <TextField
          aside={toggle}
          autoCapitalize="characters"
          autoComplete="off"
          autoCorrect="off"
          error={error}
          hint={<Trans>Một mã trong danh sách bạn đã lưu, chưa dùng lần nào.</Trans>}
          id={id}
          key="recovery"
          label={t`Mã khôi phục`}
          spellCheck={false}
          {...input}
        />
      ) : (
        <TextField
          aside={toggle}
          autoComplete="one-time-code"
          error={error}
          hint={isSms ? <Trans>6 chữ số trong tin nhắn mới nhất.</Trans> : <Trans>6 chữ số đang hiện trong ứng dụng xác thực.</Trans>}
          id={id}
          inputMode="numeric"
          key="code"
          label={t`Mã xác thực`}
          {...input}
        />
      )}
      {isSms && (
        // Stays while a recovery code is typed, so that nothing is sent again when the customer turns back.
        <div hidden={isRecovery}>
          <SendCode sentTo={source.sentTo} {...(challenge === undefined ? {} : { challenge })} />
        </div>
      )}
    </>
  );
}

type FirstCodeFieldProps = Omit<ComponentProps<'input'>, 'id'> & {
  readonly error: string | undefined;
  readonly from: 'authenticator' | 'sms';
};

/** The first code of an app or a mobile number that is being set up. */
export function FirstCodeField({ error, from, ...input }: FirstCodeFieldProps) {
  const { t } = useLingui();
  const label = from === 'sms' ? t`Mã 6 số trong tin nhắn` : t`Mã 6 số của ứng dụng`;
  return <TextField autoComplete="one-time-code" error={error} id="first-code" inputMode="numeric" label={label} {...input} />;
}
