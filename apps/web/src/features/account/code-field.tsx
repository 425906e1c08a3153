import { Trans, useLingui } from '@lingui/react/macro';
import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { TextField } from './account-form.tsx';

type CodeFieldProps = Omit<ComponentProps<'input'>, 'id'> & {
  readonly id: string;
  readonly error: string | undefined;
  /** Called when the other kind of code is wanted: what was typed is none of it. */
  readonly onOtherKind: () => void;
};

/** A code of the second factor: of the authenticator app, or for recovery if the customer wants so. */
export function CodeField({ id, error, onOtherKind, ...input }: CodeFieldProps) {
  const { t } = useLingui();
  const [isRecovery, setRecovery] = useState(false);
  const shown = useRef(isRecovery);
  useEffect(() => {
    if (shown.current === isRecovery) return;
    shown.current = isRecovery;
    document.getElementById(id)?.focus();
  }, [isRecovery, id]);
  const toggle = (
    <button
      className="-my-2 inline-flex min-h-touch shrink-0 items-center font-semibold text-brand text-small hover:underline"
      onClick={() => {
        setRecovery(!isRecovery);
        onOtherKind();
      }}
      type="button"
    >
      {isRecovery ? <Trans>Dùng ứng dụng</Trans> : <Trans>Dùng mã khôi phục</Trans>}
    </button>
  );
  if (isRecovery) {
    return (
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
    );
  }
  return (
    <TextField
      aside={toggle}
      autoComplete="one-time-code"
      error={error}
      hint={<Trans>6 chữ số đang hiện trong ứng dụng xác thực.</Trans>}
      id={id}
      inputMode="numeric"
      key="app"
      label={t`Mã xác thực`}
      {...input}
    />
  );
}

/** The code of an app that is being set up. */
export function FirstCodeField({ error, ...input }: Omit<ComponentProps<'input'>, 'id'> & { readonly error: string | undefined }) {
  const { t } = useLingui();
  return <TextField autoComplete="one-time-code" error={error} id="first-code" inputMode="numeric" label={t`Mã 6 số của ứng dụng`} {...input} />;
}
