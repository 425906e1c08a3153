import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { refusalOf } from '@quydoi/client/errors';
import { useTRPC, useTRPCClient } from '@quydoi/client/react';
import type { LoginView } from '@quydoi/contract/accounts';
import { Notice } from '@quydoi/ui/notice';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useLocation, useSearch } from 'wouter';
import { isMember } from '../../lib/session.ts';
import { startOnce } from '../../lib/start-once.ts';
import type { PageMeta } from '../../page-meta.ts';
import type { PageProps } from '../../routes.tsx';
import { AccountForm, FormLink, PasswordField, TextField } from './account-form.tsx';
import { CallFailure } from './call-failure.tsx';
import { useFieldRules } from './field-rules.ts';
import { takeLeftOrder } from './left-order.ts';
import { LoginCode } from './login-code.tsx';
import { nextPath } from './next-path.ts';
import { PasskeyLogin } from './passkey/passkey-login.tsx';
import { noteUnlocked, readScreen } from './screen/screen-state.ts';
import { watchUse } from './screen/watch-use.ts';
import { useAdoption } from './use-adoption.ts';
import { useForgetAccount } from './use-forget-account.ts';
import { forgetWithdrawal } from './wallet/withdrawal-draft.ts';

/** The page's own title. */
export const meta = (): PageMeta => ({ title: msg`Đăng nhập` });

type CodeWanted = Extract<LoginView, { challenge: string }>;

/** Value of `step` while a login waits for a code: the browser's Back leads to the password. */
const CODE_STEP = 'code';

/** Logs a customer in, and confirms an e-mail address whose link leads here. */
export function Page(_props: PageProps) {
  const { t } = useLingui();
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const search = useSearch();
  const rules = useFieldRules();
  const form = useForm({ defaultValues: { login: '', password: '' } });
  const { errors } = form.formState;
  const [wanted, setWanted] = useState<CodeWanted | null>(null);
  const params = new URLSearchParams(search);
  const adoptOrders = useAdoption();
  const forgetAccount = useForgetAccount();
  // Who has logged out leaves no account and amount on a device that others use.
  useEffect(forgetWithdrawal, []);
  const enter = () => {
    isMember.update(() => true);
    noteUnlocked();
    watchUse(client);
    void readScreen(client);
    // What was refused to the login before would lead here again.
    forgetAccount();
    void queries.invalidateQueries();
    navigate(nextPath(search, takeLeftOrder()), { replace: true });
    adoptOrders();
  };
  const options = trpc.accounts.login.mutationOptions({
    onSuccess: (answer) => {
      form.setValue('password', '');
      if ('token' in answer) return enter();
      setWanted(answer);
      params.set('step', CODE_STEP);
      navigate(`/login?${params}`);
    },
    // What was wrong is typed again; the name stays.
    onError: () => form.setValue('password', ''),
  });
  const login = useMutation(options);
  if (wanted !== null && params.get('step') === CODE_STEP) return <LoginCode challenge={wanted.challenge} onEntered={enter} source={wanted} />;
  return (
    <div className="grid grid-cols-1 gap-4">
      <Verification token={params.get('verify')} />
      <AccountForm
        below={
          <>
            <FormLink href={`/register${search === '' ? '' : `?${search}`}`}>
              <Trans>Tạo tài khoản</Trans>
            </FormLink>
            <FormLink href="/forgot">
              <Trans>Quên mật khẩu?</Trans>
            </FormLink>
          </>
        }
        busy={login.isPending}
        error={login.error}
        onSubmit={form.handleSubmit((values) => startOnce(queries, options.mutationKey, () => login.mutate(values)))}
        otherWay={<PasskeyLogin onEntered={enter} />}
        submit={<Trans>Đăng nhập</Trans>}
        title={<Trans>Đăng nhập</Trans>}
      >
        <TextField
          autoCapitalize="none"
          autoComplete="username"
          error={errors.login?.message}
          id="login-name"
          inputMode="email"
          label={t`Email hoặc tên đăng nhập`}
          spellCheck={false}
          {...form.register('login', { validate: rules.login })}
        />
        <PasswordField
          autoComplete="current-password"
          error={errors.password?.message}
          id="login-password"
          label={t`Mật khẩu`}
          {...form.register('password', { validate: rules.presentPassword })}
        />
      </AccountForm>
    </div>
  );
}

/** Confirms the e-mail address of the link that was followed, and says how that went. */
function Verification({ token }: { readonly token: string | null }) {
  const verify = useMutation(useTRPC().accounts.verifyEmail.mutationOptions());
  const { mutate } = verify;
  useEffect(() => {
    if (token !== null) mutate({ token });
  }, [token, mutate]);
  if (token === null || verify.isIdle || verify.isPending) return null;
  return (
    <div className="mx-auto w-full max-w-md">
      {verify.error !== null && refusalOf(verify.error)?.code !== 'LINK_INVALID' ? (
        <CallFailure error={verify.error} />
      ) : (
        <Notice look={verify.isSuccess ? 'ok' : 'danger'} role="status">
          {verify.isSuccess ? (
            <Trans>Email của bạn đã được xác nhận.</Trans>
          ) : (
            <Trans>Liên kết xác nhận đã hết hạn hoặc không đúng. Hãy đăng nhập rồi gửi lại liên kết mới.</Trans>
          )}
        </Notice>
      )}
    </div>
  );
}
