import { Trans, useLingui } from '@lingui/react/macro';
import { useTRPC, useTRPCClient } from '@quydoi/client/react';
import type { PasskeyAttestation, PasskeySetUpView } from '@quydoi/contract/passkeys';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { nowMs } from '../../../lib/clock.ts';
import { startOnce } from '../../../lib/start-once.ts';
import { FormFields, TextField } from '../account-form.tsx';
import type { CodeSource } from '../code-field.tsx';
import { PasswordAndCode, usePasswordAndCode } from '../password-and-code.tsx';
import { useFocusHere } from '../use-focus-here.ts';
import { createPasskey, PasskeyError } from './authenticator.ts';
import { PasskeyFailure } from './passkey-failure.tsx';
import { isSetUpEnded, sendPasskey } from './send-passkey.ts';

interface AddPasskeyProps {
  readonly source: CodeSource;
  readonly onCancel: () => void;
  readonly onAdded: () => void;
}

/** Adds a passkey: asks for the password and, where there is a second factor, its code; then the browser makes it. */
export function AddPasskey({ source, onCancel, onAdded }: AddPasskeyProps) {
  const queries = useQueryClient();
  const { form, showRefusal, otherThanRefusal } = usePasswordAndCode();
  const options = useTRPC().accounts.setUpPasskey.mutationOptions({ gcTime: 0, onError: showRefusal });
  const setUp = useMutation(options);
  /** Why what was set up is of no use any more. */
  const [ended, setEnded] = useState<unknown>(null);
  const startAnew = (error: unknown) => {
    setEnded(error);
    setUp.reset();
    form.reset();
  };
  if (setUp.data) return <MakePasskey onAdded={onAdded} onCancel={onCancel} onEnded={startAnew} setUp={setUp.data} />;
  return (
    <FormFields
      busy={setUp.isPending}
      error={otherThanRefusal(setUp.error)}
      onCancel={onCancel}
      onSubmit={form.handleSubmit(({ password, code }) => {
        setEnded(null);
        startOnce(queries, options.mutationKey, () => setUp.mutate(source.twoFactor === 'none' ? { password } : { password, code }));
      })}
      submit={<Trans>Tiếp tục</Trans>}
    >
      {ended !== null && <PasskeyFailure error={ended} onLoaded={() => setEnded(null)} />}
      <PasswordAndCode form={form} idPrefix="add-passkey" source={source} />
    </FormFields>
  );
}

const KEY = ['make passkey'];

interface MakePasskeyProps {
  readonly setUp: PasskeySetUpView;
  readonly onCancel: () => void;
  readonly onAdded: () => void;
  /** Called when the password has to be asked for again. */
  readonly onEnded: (error: unknown) => void;
}

/**
 * Starts the browser's dialog by a click of its own, which some browsers insist on, and again after it was closed. What the browser has made is sent again
 * if no answer came: a second one would take its place in the browser, whether or not the server has the first.
 */
function MakePasskey({ setUp: { options, setUp }, onCancel, onAdded, onEnded }: MakePasskeyProps) {
  const { t } = useLingui();
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queries = useQueryClient();
  const form = useForm({ defaultValues: { name: '' } });
  const [untilMs] = useState(() => nowMs() + options.timeout);
  const made = useRef<PasskeyAttestation>(null);
  const make = useMutation({
    mutationKey: KEY,
    mutationFn: async (name: string) => {
      const timeout = untilMs - nowMs();
      // Before the browser keeps one that comes too late.
      if (made.current === null && timeout <= 0) throw new PasskeyError('late');
      const credential = made.current ?? (await createPasskey({ ...options, timeout }));
      made.current = credential;
      return sendPasskey({
        credential,
        rpId: options.rp.id,
        add: () => client.accounts.addPasskey.mutate({ setUp, credential, name }),
        list: () => client.accounts.listPasskeys.query(),
      });
    },
    onError: (error) => {
      const isLate = error instanceof PasskeyError && error.problem === 'late';
      if (isLate || isSetUpEnded(error)) onEnded(error);
    },
    onSuccess: (passkeys) => {
      queries.setQueryData(trpc.accounts.listPasskeys.queryKey(), passkeys);
      onAdded();
    },
  });
  return (
    <FormFields
      busy={make.isPending}
      error={null}
      onCancel={onCancel}
      onSubmit={form.handleSubmit(({ name }) => startOnce(queries, KEY, () => make.mutate(name)))}
      submit={<Trans>Tạo khóa truy cập</Trans>}
    >
      <p className="outline-none" ref={useFocusHere()} tabIndex={-1}>
        <Trans>Trình duyệt sẽ hỏi nơi lưu khóa và yêu cầu vân tay, khuôn mặt hoặc mã PIN.</Trans>
      </p>
      <TextField
        autoComplete="off"
        error={undefined}
        hint={<Trans>Không bắt buộc. Giúp bạn nhận ra khóa trong danh sách.</Trans>}
        id="passkey-name"
        label={t`Tên khóa`}
        {...form.register('name')}
      />
      {make.error !== null && <PasskeyFailure error={make.error} onLoaded={make.reset} />}
    </FormFields>
  );
}
