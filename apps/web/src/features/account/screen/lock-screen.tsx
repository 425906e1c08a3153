import { Trans, useLingui } from '@lingui/react/macro';
import { useTRPC, useTRPCClient } from '@quydoi/client/react';
import { Button } from '@quydoi/ui/button';
import { Cover } from '@quydoi/ui/cover';
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { isMember } from '../../../lib/session.ts';
import { startOnce } from '../../../lib/start-once.ts';
import { useStored } from '../../../lib/stored.ts';
import { FormFields, PasswordField } from '../account-form.tsx';
import { CallFailure } from '../call-failure.tsx';
import { useFieldRules } from '../field-rules.ts';
import { isLoginMissing } from '../login-missing.ts';
import { PasskeyLogin } from '../passkey/passkey-login.tsx';
import { useFieldRefusal } from '../use-field-refusal.ts';
import { useLogout } from '../use-logout.ts';
import { isScreenLocked, noteScreen, noteUnlocked } from './screen-state.ts';
import { isScreenRefusal, watchUse } from './watch-use.ts';

/**
 * Covers a page of the account while the screen is locked. The page stays below, with what was typed into it, until its own customer is back: for
 * whoever else logs in, in this tab or another, it is loaded anew.
 */
export function LockScreen() {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const enabled = useStored(isMember);
  const isLocked = useStored(isScreenLocked);
  const client = useTRPCClient();
  useEffect(() => watchUse(client), [client]);
  const { data, dataUpdatedAt } = useQuery(trpc.accounts.screen.queryOptions(undefined, { enabled, retry: false }));
  useEffect(() => {
    // Also of the same answer as before, which was told anew.
    if (data !== undefined && dataUpdatedAt > 0) noteScreen(data);
  }, [data, dataUpdatedAt]);
  useEffect(() => watchRefusals(queries), [queries]);
  // Whose page is below is known when it is covered: a page that slept may ask anew, and be answered for somebody else, before it knows of the unlocking.
  const [covered, setCovered] = useState<{ readonly owner: string | undefined } | null>(null);
  if (enabled && isLocked && covered === null) setCovered({ owner: queries.getQueryData(trpc.accounts.me.queryKey())?.id });
  useEffect(() => {
    if (covered === null || isLocked) return;
    void client.accounts.me.query().then(
      ({ id }) => {
        if (id !== covered.owner) return location.reload();
        setCovered(null);
        void queries.invalidateQueries();
      },
      () => location.reload(),
    );
  }, [covered, isLocked, client, queries]);
  return covered === null ? null : <Locked name={data?.name ?? ''} />;
}

/** Notes that the screen is locked once any call is refused because of it. @returns ends the watching */
function watchRefusals(queries: QueryClient): () => void {
  const note = (error: unknown) => {
    if (isScreenRefusal(error) && !isScreenLocked.get()) isScreenLocked.update(() => true);
  };
  const ends = [
    queries.getMutationCache().subscribe((event) => event.type === 'updated' && event.action.type === 'error' && note(event.action.error)),
    queries.getQueryCache().subscribe((event) => event.type === 'updated' && event.action.type === 'error' && note(event.action.error)),
  ];
  return () => {
    for (const end of ends) end();
  };
}

function Locked({ name }: { readonly name: string }) {
  const { t } = useLingui();
  const queries = useQueryClient();
  const rules = useFieldRules();
  const logout = useLogout();
  const refusedField = useFieldRefusal();
  const form = useForm({ defaultValues: { password: '' } });
  const options = useTRPC().accounts.unlockScreen.mutationOptions({
    onSuccess: noteUnlocked,
    onError: (error) => {
      form.setValue('password', '');
      const refused = refusedField(error);
      if (refused?.field === 'password') form.setError('password', { message: refused.message }, { shouldFocus: true });
      if (isLoginMissing(error)) isMember.update(() => false);
    },
  });
  const unlock = useMutation(options);
  return (
    <Cover focusId="unlock-password" title={t`Màn hình đang khóa`}>
      <div className="mx-auto grid w-full max-w-sm grid-cols-1 gap-4 px-4 py-8">
        <div className="grid justify-items-center gap-2 text-center">
          <Lock aria-hidden="true" className="size-10 text-brand" />
          <p aria-hidden="true" className="font-semibold text-title">
            <Trans>Màn hình đang khóa</Trans>
          </p>
          {name !== '' && <p className="wrap-anywhere font-semibold">{name}</p>}
          <p className="text-muted">
            <Trans>Trình duyệt này không được dùng một lúc lâu. Nhập mật khẩu để tiếp tục; những gì bạn đã nhập vẫn còn.</Trans>
          </p>
        </div>
        <FormFields
          busy={unlock.isPending}
          error={isLoginMissing(unlock.error) || refusedField(unlock.error) !== null ? null : unlock.error}
          onSubmit={form.handleSubmit((values) => startOnce(queries, options.mutationKey, () => unlock.mutate(values)))}
          submit={<Trans>Mở khóa</Trans>}
        >
          <PasswordField
            autoComplete="current-password"
            error={form.formState.errors.password?.message}
            id="unlock-password"
            label={t`Mật khẩu`}
            {...form.register('password', { validate: rules.presentPassword })}
          />
        </FormFields>
        <PasskeyLogin onEntered={noteUnlocked} />
        <Button busy={logout.isPending} look="quiet" onClick={() => logout.mutate({})}>
          <Trans>Đăng xuất</Trans>
        </Button>
        {logout.error !== null && !isLoginMissing(logout.error) && <CallFailure error={logout.error} />}
      </div>
    </Cover>
  );
}
