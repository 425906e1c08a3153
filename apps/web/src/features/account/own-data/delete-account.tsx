import { Trans } from '@lingui/react/macro';
import { useTRPC } from '@quydoi/client/react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isMember } from '../../../lib/session.ts';
import { startOnce } from '../../../lib/start-once.ts';
import { FormDone, FormFields } from '../account-form.tsx';
import type { CodeSource } from '../code-field.tsx';
import { PasswordAndCode, usePasswordAndCode } from '../password-and-code.tsx';
import { useForgetAccount } from '../use-forget-account.ts';

interface DeleteAccountProps {
  readonly source: CodeSource;
  readonly onCancel: () => void;
  readonly onDeleted: () => void;
}

/** Deletes the account by its password and, where there is a second factor, its code. */
export function DeleteAccount({ source, onCancel, onDeleted }: DeleteAccountProps) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { form, showRefusal, otherThanRefusal } = usePasswordAndCode();
  const options = trpc.accounts.deleteAccount.mutationOptions({ onSuccess: onDeleted, onError: showRefusal });
  const remove = useMutation(options);
  return (
    <FormFields
      busy={remove.isPending}
      error={otherThanRefusal(remove.error)}
      isDangerous
      onCancel={onCancel}
      onSubmit={form.handleSubmit(({ password, code }) =>
        startOnce(queries, options.mutationKey, () => remove.mutate(source.twoFactor === 'none' ? { password } : { password, code })),
      )}
      submit={<Trans>Xóa vĩnh viễn tài khoản</Trans>}
    >
      <p>
        <Trans>
          Hồ sơ, email, nơi nhận tiền đã lưu và mọi thiết bị đang đăng nhập sẽ bị xóa ngay và không lấy lại được. Các đơn vẫn được giữ cho sổ sách
          nhưng không còn gắn với bạn.
        </Trans>
      </p>
      <PasswordAndCode form={form} idPrefix="delete" source={source} />
    </FormFields>
  );
}

/** Takes the place of the account once it is deleted. What the pages were shown of it is forgotten. */
export function AccountDeleted() {
  const forgetAccount = useForgetAccount();
  useEffect(() => {
    isMember.update(() => false);
    forgetAccount();
  }, [forgetAccount]);
  return (
    <FormDone loginPath="/login" title={<Trans>Đã xóa tài khoản</Trans>}>
      <Trans>Tài khoản của bạn đã được xóa. Những đơn đã tạo trên thiết bị này vẫn xem được ở mục Tra cứu đơn hàng.</Trans>
    </FormDone>
  );
}
