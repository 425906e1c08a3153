import { Trans, useLingui } from '@lingui/react/macro';
import { useTRPC } from '@quydoi/client/react';
import { PASSWORD_LENGTH } from '@quydoi/domain/constants';
import { Button } from '@quydoi/ui/button';
import { Card, CardTitle } from '@quydoi/ui/card';
import { Notice } from '@quydoi/ui/notice';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { startOnce } from '../../../lib/start-once.ts';
import { CurrentPasswordField, FormFields, PasswordField } from '../account-form.tsx';
import { useFieldRules } from '../field-rules.ts';
import { useFieldRefusal } from '../use-field-refusal.ts';

/** Changes the password. */
export function PasswordCard() {
  const [state, setState] = useState<'closed' | 'open' | 'changed'>('closed');
  return (
    <Card className="grid grid-cols-1 gap-4">
      <CardTitle>
        <Trans>Mật khẩu</Trans>
      </CardTitle>
      {state === 'changed' && (
        <Notice look="ok" role="status">
          <Trans>Đã đổi mật khẩu. Mọi thiết bị khác đã được đăng xuất.</Trans>
        </Notice>
      )}
      {state === 'open' ? (
        <ChangePassword onCancel={() => setState('closed')} onChanged={() => setState('changed')} />
      ) : (
        <Button className="justify-self-start" look="secondary" onClick={() => setState('open')}>
          <Trans>Đổi mật khẩu</Trans>
        </Button>
      )}
    </Card>
  );
}

function ChangePassword({ onCancel, onChanged }: { readonly onCancel: () => void; readonly onChanged: () => void }) {
  const { t } = useLingui();
  const trpc = useTRPC();
  const queries = useQueryClient();
  const rules = useFieldRules();
  const refusedField = useFieldRefusal();
  const form = useForm({ defaultValues: { password: '', newPassword: '', again: '' } });
  const { errors } = form.formState;
  const { setFocus } = form;
  useEffect(() => setFocus('password'), [setFocus]);
  const options = trpc.accounts.changePassword.mutationOptions({
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: trpc.accounts.pathKey() });
      onChanged();
    },
    onError: (error) => {
      const refusal = refusedField(error);
      if (refusal !== null && refusal.field !== 'code') form.setError(refusal.field, { message: refusal.message }, { shouldFocus: true });
    },
  });
  const change = useMutation(options);
  const { min, max } = PASSWORD_LENGTH;
  return (
    <FormFields
      busy={change.isPending}
      error={refusedField(change.error) === null ? change.error : null}
      onCancel={onCancel}
      onSubmit={form.handleSubmit(({ password, newPassword }) =>
        startOnce(queries, options.mutationKey, () => change.mutate({ currentPassword: password, newPassword })),
      )}
      submit={<Trans>Đổi mật khẩu</Trans>}
    >
      <CurrentPasswordField
        error={errors.password?.message}
        id="current-password"
        {...form.register('password', { validate: rules.presentPassword })}
      />
      <PasswordField
        autoComplete="new-password"
        error={errors.newPassword?.message}
        hint={
          <Trans>
            {min} đến {max} ký tự, khó đoán
          </Trans>
        }
        id="new-password"
        label={t`Mật khẩu mới`}
        {...form.register('newPassword', { validate: rules.password })}
      />
      <PasswordField
        autoComplete="new-password"
        error={errors.again?.message}
        id="new-password-again"
        label={t`Nhập lại mật khẩu`}
        {...form.register('again', { validate: (text, { newPassword }) => rules.sameAs(newPassword)(text) })}
      />
    </FormFields>
  );
}
