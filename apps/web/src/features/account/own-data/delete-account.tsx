import { Trans, useLingui } from '@lingui/react/macro';
import { useTRPC } from '@quydoi/client/react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { isMember } from '../../../lib/session.ts';
import { startOnce } from '../../../lib/start-once.ts';
import { AccountFields, FormDone, PasswordField } from '../account-form.tsx';
import { CodeField } from '../code-field.tsx';
import { useFieldRules } from '../field-rules.ts';
import { useFieldRefusal } from '../use-field-refusal.ts';

interface DeleteAccountProps {
  readonly hasTwoFactor: boolean;
  readonly onCancel: () => void;
  readonly onDeleted: () => void;
}

/** Deletes the account by its password and, where there is a second factor, its code. */
export function DeleteAccount({ hasTwoFactor, onCancel, onDeleted }: DeleteAccountProps) {
  const { t } = useLingui();
  const trpc = useTRPC();
  const queries = useQueryClient();
  const rules = useFieldRules();
  const refusedField = useFieldRefusal();
  const form = useForm({ defaultValues: { password: '', code: '' } });
  const { errors } = form.formState;
  const { setFocus } = form;
  useEffect(() => setFocus('password'), [setFocus]);
  const options = trpc.accounts.deleteAccount.mutationOptions({
    onSuccess: onDeleted,
    onError: (error) => {
      const refusal = refusedField(error);
      if (refusal !== null && refusal.field !== 'newPassword') form.setError(refusal.field, { message: refusal.message }, { shouldFocus: true });
    },
  });
  const remove = useMutation(options);
  return (
    <AccountFields
      busy={remove.isPending}
      error={refusedField(remove.error) === null ? remove.error : null}
      onCancel={onCancel}
      onSubmit={form.handleSubmit(({ password, code }) =>
        startOnce(queries, options.mutationKey, () => remove.mutate(hasTwoFactor ? { password, code } : { password })),
      )}
      submit={<Trans>Xóa vĩnh viễn tài khoản</Trans>}
    >
      <p>
        <Trans>
          Hồ sơ, email và mọi thiết bị đang đăng nhập sẽ bị xóa ngay và không lấy lại được. Các đơn vẫn được giữ cho sổ sách nhưng không còn gắn với
          bạn.
        </Trans>
      </p>
      <PasswordField
        autoComplete="current-password"
        error={errors.password?.message}
        id="delete-password"
        label={t`Mật khẩu hiện tại`}
        {...form.register('password', { validate: rules.presentPassword })}
      />
      {hasTwoFactor && (
        <CodeField
          error={errors.code?.message}
          id="delete-code"
          onOtherKind={() => form.resetField('code')}
          {...form.register('code', { validate: rules.code })}
        />
      )}
    </AccountFields>
  );
}

/** Takes the place of the account once it is deleted. What the pages were shown of it is forgotten. */
export function AccountDeleted() {
  const trpc = useTRPC();
  const queries = useQueryClient();
  useEffect(() => {
    isMember.update(() => false);
    for (const queryKey of [trpc.accounts.pathKey(), trpc.orders.list.pathKey()]) queries.removeQueries({ queryKey });
  }, [trpc, queries]);
  return (
    <FormDone loginPath="/login" title={<Trans>Đã xóa tài khoản</Trans>}>
      <Trans>Tài khoản của bạn đã được xóa. Những đơn đã tạo trên thiết bị này vẫn xem được ở mục Tra cứu đơn hàng.</Trans>
    </FormDone>
  );
}
