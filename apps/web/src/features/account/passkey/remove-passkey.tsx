import { Trans } from '@lingui/react/macro';
import { useTRPC } from '@quydoi/client/react';
import type { PasskeyView } from '@quydoi/contract/passkeys';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { startOnce } from '../../../lib/start-once.ts';
import { FormFields } from '../account-form.tsx';
import type { CodeSource } from '../code-field.tsx';
import { PasswordAndCode, usePasswordAndCode } from '../password-and-code.tsx';

interface RemovePasskeyProps {
  readonly passkey: Pick<PasskeyView, 'id' | 'name'>;
  readonly source: CodeSource;
  readonly onCancel: () => void;
  readonly onRemoved: () => void;
}

/** Removes a passkey by the password and, where there is a second factor, its code. */
export function RemovePasskey({ passkey: { id, name }, source, onCancel, onRemoved }: RemovePasskeyProps) {
  const { accounts } = useTRPC();
  const queries = useQueryClient();
  const { form, showRefusal, otherThanRefusal } = usePasswordAndCode();
  const options = accounts.removePasskey.mutationOptions({
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: accounts.pathKey() });
      onRemoved();
    },
    onError: showRefusal,
  });
  const remove = useMutation(options);
  return (
    <FormFields
      busy={remove.isPending}
      error={otherThanRefusal(remove.error)}
      isDangerous
      onCancel={onCancel}
      onSubmit={form.handleSubmit(({ password, code }) =>
        startOnce(queries, options.mutationKey, () => remove.mutate({ id, password, ...(source.twoFactor === 'none' ? {} : { code }) })),
      )}
      submit={<Trans>Xóa khóa truy cập</Trans>}
    >
      {name !== '' && <p className="wrap-anywhere font-semibold">{name}</p>}
      <p>
        <Trans>
          Khóa này sẽ không đăng nhập được nữa, và mọi thiết bị khác sẽ bị đăng xuất. Bạn có thể xóa bản lưu của khóa trong trình quản lý mật khẩu.
        </Trans>
      </p>
      <PasswordAndCode form={form} idPrefix="remove-passkey" source={source} />
    </FormFields>
  );
}
