import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { refusalOf } from '@quydoi/client/errors';
import { useTRPC } from '@quydoi/client/react';
import { PASSWORD_LENGTH } from '@quydoi/domain/constants';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { useSearch } from 'wouter';
import { keepSponsor } from '../../lib/sponsor.ts';
import { startOnce } from '../../lib/start-once.ts';
import type { PageMeta } from '../../page-meta.ts';
import type { PageProps } from '../../routes.tsx';
import { AccountForm, FormDone, FormLink, PasswordField, TextField } from './account-form.tsx';
import { useFieldRules } from './field-rules.ts';

/** The page's own title. */
export const meta = (): PageMeta => ({ title: msg`Tạo tài khoản` });

/** Opens an account, for the customer whose link was followed first. */
export function Page(_props: PageProps) {
  const { t } = useLingui();
  const trpc = useTRPC();
  const queries = useQueryClient();
  const search = useSearch();
  const rules = useFieldRules();
  const form = useForm({ defaultValues: { email: '', fullName: '', username: '', password: '', again: '' } });
  const { errors } = form.formState;
  const options = trpc.accounts.register.mutationOptions({
    onError: (error) => {
      const refusal = refusalOf(error);
      if (refusal?.code === 'PASSWORD_COMMON') form.setError('password', { message: refusal.message }, { shouldFocus: true });
    },
  });
  const register = useMutation(options);
  const { min, max } = PASSWORD_LENGTH;
  const loginPath = `/login${search === '' ? '' : `?${search}`}`;
  if (register.isSuccess) {
    const email = form.getValues('email').trim();
    // The same for an address that has an account: nobody learns here who is a customer.
    return (
      <FormDone loginPath={loginPath} title={<Trans>Hãy kiểm tra hộp thư của bạn</Trans>}>
        <Trans>Chúng tôi đã gửi email tới {email}. Bấm liên kết trong đó để xác nhận. Bạn có thể đăng nhập ngay.</Trans>
      </FormDone>
    );
  }
  return (
    <AccountForm
      below={
        <FormLink href={loginPath}>
          <Trans>Đã có tài khoản? Đăng nhập</Trans>
        </FormLink>
      }
      busy={register.isPending}
      error={refusalOf(register.error)?.code === 'PASSWORD_COMMON' ? null : register.error}
      onSubmit={form.handleSubmit(({ email, fullName, username, password }) => {
        const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
        const name = username.trim();
        const ref = keepSponsor(search);
        startOnce(queries, options.mutationKey, () =>
          register.mutate({ email, password, fullName, timeZone, ...(name === '' ? {} : { username: name }), ...(ref === '' ? {} : { ref }) }),
        );
      })}
      submit={<Trans>Tạo tài khoản</Trans>}
      title={<Trans>Tạo tài khoản</Trans>}
    >
      <TextField
        autoCapitalize="none"
        autoComplete="email"
        error={errors.email?.message}
        id="register-email"
        inputMode="email"
        label={t`Email`}
        spellCheck={false}
        {...form.register('email', { validate: rules.email })}
      />
      <TextField
        autoComplete="name"
        error={undefined}
        hint={<Trans>Không bắt buộc. Viết như trên giấy tờ của bạn.</Trans>}
        id="register-name"
        label={t`Họ và tên`}
        {...form.register('fullName')}
      />
      <TextField
        autoCapitalize="none"
        autoComplete="username"
        error={errors.username?.message}
        hint={<Trans>Không bắt buộc. Dùng để đăng nhập thay cho email.</Trans>}
        id="register-username"
        label={t`Tên đăng nhập`}
        spellCheck={false}
        {...form.register('username', { validate: rules.username })}
      />
      <PasswordField
        autoComplete="new-password"
        error={errors.password?.message}
        hint={
          <Trans>
            {min} đến {max} ký tự, khó đoán
          </Trans>
        }
        id="register-password"
        label={t`Mật khẩu`}
        {...form.register('password', { validate: rules.password })}
      />
      <PasswordField
        autoComplete="new-password"
        error={errors.again?.message}
        id="register-again"
        label={t`Nhập lại mật khẩu`}
        {...form.register('again', { validate: (text, { password }) => rules.sameAs(password)(text) })}
      />
    </AccountForm>
  );
}
