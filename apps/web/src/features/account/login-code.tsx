import { Trans } from '@lingui/react/macro';
import { useTRPC } from '@quydoi/client/react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { startOnce } from '../../lib/start-once.ts';
import { AccountForm, FormButton } from './account-form.tsx';
import { CodeField, type CodeSource } from './code-field.tsx';
import { useFieldRules } from './field-rules.ts';
import { useFieldRefusal } from './use-field-refusal.ts';

interface LoginCodeProps {
  /** Of the login whose password was right. */
  readonly challenge: string;
  readonly source: CodeSource;
  /** Called back at the entry of the history that asked for the password. */
  readonly onEntered: () => void;
}

/** Asks for the code of a login whose password was right. */
export function LoginCode({ challenge, source, onEntered }: LoginCodeProps) {
  const queries = useQueryClient();
  const rules = useFieldRules();
  const refusedField = useFieldRefusal();
  const form = useForm({ defaultValues: { code: '' } });
  const options = useTRPC().accounts.loginWithCode.mutationOptions({
    onSuccess: () => {
      // Back from the page that comes must lead neither here nor to the password.
      addEventListener('popstate', onEntered, { once: true });
      history.back();
    },
    onError: (error) => {
      const refusal = refusedField(error);
      if (refusal !== null) form.setError('code', { message: refusal.message }, { shouldFocus: true });
    },
  });
  const enter = useMutation(options);
  const { setFocus } = form;
  useEffect(() => setFocus('code'), [setFocus]);
  return (
    <AccountForm
      below={
        <FormButton onClick={() => history.back()}>
          <Trans>Quay lại đăng nhập</Trans>
        </FormButton>
      }
      busy={enter.isPending || enter.isSuccess}
      error={refusedField(enter.error) === null ? enter.error : null}
      onSubmit={form.handleSubmit(({ code }) => startOnce(queries, options.mutationKey, () => enter.mutate({ challenge, code })))}
      submit={<Trans>Xác nhận</Trans>}
      title={<Trans>Xác thực hai lớp</Trans>}
    >
      <CodeField
        challenge={challenge}
        error={form.formState.errors.code?.message}
        id="login-code"
        onOtherKind={() => {
          form.resetField('code');
          enter.reset();
        }}
        source={source}
        {...form.register('code', { validate: rules.code })}
      />
    </AccountForm>
  );
}
