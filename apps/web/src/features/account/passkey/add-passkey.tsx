import { Trans, useLingui } from '@lingui/react/macro';
import { useTRPC, useTRPCClient } from '@quydoi/client/react';
import type { PasskeySetUpView } from '@quydoi/contract/passkeys';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { startOnce } from '../../../lib/start-once.ts';
import { FormFields, TextField } from '../account-form.tsx';
import type { CodeSource } from '../code-field.tsx';
import { PasswordAndCode, usePasswordAndCode } from '../password-and-code.tsx';
import { useFocusHere } from '../use-focus-here.ts';
import { createPasskey } from './authenticator.ts';
import { PasskeyFailure } from './passkey-failure.tsx';

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
  if (setUp.data) return <MakePasskey onAdded={onAdded} onCancel={onCancel} setUp={setUp.data} />;
  return (
    <FormFields
      busy={setUp.isPending}
      error={otherThanRefusal(setUp.error)}
      onCancel={onCancel}
      onSubmit={form.handleSubmit(({ password, code }) =>
        startOnce(queries, options.mutationKey, () => setUp.mutate(source.twoFactor === 'none' ? { password } : { password, code })),
      )}
      submit={<Trans>Tiếp tục</Trans>}
    >
      <PasswordAndCode form={form} idPrefix="add-passkey" source={source} />
    </FormFields>
  );
}

const KEY = ['make passkey'];

interface MakePasskeyProps {
  readonly setUp: PasskeySetUpView;
  readonly onCancel: () => void;
  readonly onAdded: () => void;
}

/** Starts the browser's dialog by a click of its own, which some browsers insist on, and again after it was closed. */
function MakePasskey({ setUp: { options, setUp }, onCancel, onAdded }: MakePasskeyProps) {
  const { t } = useLingui();
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queries = useQueryClient();
  const form = useForm({ defaultValues: { name: '' } });
  const make = useMutation({
    mutationKey: KEY,
    mutationFn: async (name: string) => client.accounts.addPasskey.mutate({ setUp, credential: await createPasskey(options), name }),
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
