import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useTRPC } from '@quydoi/client/react';
import { RESET_LINK_SECONDS } from '@quydoi/domain/constants';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { startOnce } from '../../lib/start-once.ts';
import type { PageMeta } from '../../page-meta.ts';
import type { PageProps } from '../../routes.tsx';
import { AccountForm, FormDone, FormLink, TextField } from './account-form.tsx';
import { useFieldRules } from './field-rules.ts';

/** The page's own title. */
export const meta = (): PageMeta => ({ title: msg`Quên mật khẩu` });

const MINUTES = RESET_LINK_SECONDS / 60;

/** Mails a link to the page where another password is set. */
export function Page(_props: PageProps) {
  const { t } = useLingui();
  const queries = useQueryClient();
  const rules = useFieldRules();
  const form = useForm({ defaultValues: { email: '' } });
  const options = useTRPC().accounts.forgotPassword.mutationOptions();
  const ask = useMutation(options);
  if (ask.isSuccess) {
    const email = form.getValues('email').trim();
    return (
      <FormDone loginPath="/login" title={<Trans>Hãy kiểm tra hộp thư của bạn</Trans>}>
        <Trans>
          Nếu {email} có tài khoản, một liên kết đặt lại mật khẩu đã được gửi tới đó. Liên kết có hiệu lực trong {MINUTES} phút và chỉ dùng được một
          lần.
        </Trans>
      </FormDone>
    );
  }
  return (
    <AccountForm
      below={
        <FormLink href="/login">
          <Trans>Đăng nhập</Trans>
        </FormLink>
      }
      busy={ask.isPending}
      error={ask.error}
      onSubmit={form.handleSubmit((values) => startOnce(queries, options.mutationKey, () => ask.mutate(values)))}
      submit={<Trans>Gửi liên kết</Trans>}
      title={<Trans>Quên mật khẩu</Trans>}
    >
      <TextField
        autoCapitalize="none"
        autoComplete="email"
        error={form.formState.errors.email?.message}
        id="forgot-email"
        inputMode="email"
        label={t`Email`}
        spellCheck={false}
        {...form.register('email', { validate: rules.email })}
      />
    </AccountForm>
  );
}
