import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { refusalOf } from '@quydoi/client/errors';
import { useTRPC } from '@quydoi/client/react';
import { PASSWORD_LENGTH } from '@quydoi/domain/constants';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { useSearch } from 'wouter';
import { isMember } from '../../lib/session.ts';
import { startOnce } from '../../lib/start-once.ts';
import type { PageMeta } from '../../page-meta.ts';
import type { PageProps } from '../../routes.tsx';
import { AccountForm, FormDone, FormLink, PasswordField } from './account-form.tsx';
import { useFieldRules } from './field-rules.ts';

/** The page's own title. */
export const meta = (): PageMeta => ({ title: msg`Đặt lại mật khẩu` });

/** Sets another password, by the token of a mailed link. */
export function Page(_props: PageProps) {
  const token = new URLSearchParams(useSearch()).get('token') ?? '';
  const { t } = useLingui();
  const queries = useQueryClient();
  const rules = useFieldRules();
  const form = useForm({ defaultValues: { password: '', again: '' } });
  const { errors } = form.formState;
  const options = useTRPC().accounts.resetPassword.mutationOptions({
    onSuccess: () => isMember.update(() => false),
    onError: (error) => {
      const refusal = refusalOf(error);
      if (refusal?.code === 'PASSWORD_COMMON') form.setError('password', { message: refusal.message }, { shouldFocus: true });
    },
  });
  const reset = useMutation(options);
  const code = refusalOf(reset.error)?.code;
  const { min, max } = PASSWORD_LENGTH;
  if (reset.isSuccess) {
    return (
      <FormDone loginPath="/login" title={<Trans>Đã đặt mật khẩu mới</Trans>}>
        <Trans>Mọi thiết bị đã được đăng xuất và mọi khóa truy cập (passkey) đã bị xóa. Hãy đăng nhập bằng mật khẩu mới.</Trans>
      </FormDone>
    );
  }
  return (
    <AccountForm
      below={
        <FormLink href="/forgot">
          <Trans>Gửi liên kết mới</Trans>
        </FormLink>
      }
      busy={reset.isPending}
      error={code === 'PASSWORD_COMMON' ? null : reset.error}
      onSubmit={form.handleSubmit(({ password }) => startOnce(queries, options.mutationKey, () => reset.mutate({ token, newPassword: password })))}
      submit={<Trans>Đặt mật khẩu mới</Trans>}
      title={<Trans>Đặt lại mật khẩu</Trans>}
    >
      <PasswordField
        autoComplete="new-password"
        error={errors.password?.message}
        hint={
          <Trans>
            {min} đến {max} ký tự, khó đoán
          </Trans>
        }
        id="reset-password"
        label={t`Mật khẩu mới`}
        {...form.register('password', { validate: rules.password })}
      />
      <PasswordField
        autoComplete="new-password"
        error={errors.again?.message}
        id="reset-again"
        label={t`Nhập lại mật khẩu`}
        {...form.register('again', { validate: (text, { password }) => rules.sameAs(password)(text) })}
      />
    </AccountForm>
  );
}
