import { Trans, useLingui } from '@lingui/react/macro';
import { useTRPC } from '@quydoi/client/react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { startOnce } from '../../../lib/start-once.ts';
import { AccountFields, PasswordField } from '../account-form.tsx';
import { CodeField } from '../code-field.tsx';
import { useFieldRules } from '../field-rules.ts';
import { useFieldRefusal } from '../use-field-refusal.ts';

interface ChangeTwoFactorProps {
  readonly change: 'turn-off' | 'replace-codes';
  readonly onCancel: () => void;
  /** @param codes new recovery codes, to be shown once; null when the second factor is off */
  readonly onDone: (codes: readonly string[] | null) => void;
}

/** Switches the second factor off, or makes new recovery codes, by password and code. */
export function ChangeTwoFactor({ change, onCancel, onDone }: ChangeTwoFactorProps) {
  const { t } = useLingui();
  const { accounts } = useTRPC();
  const queries = useQueryClient();
  const rules = useFieldRules();
  const refusedField = useFieldRefusal();
  const form = useForm({ defaultValues: { password: '', code: '' } });
  const { errors } = form.formState;
  const { setFocus } = form;
  useEffect(() => setFocus('password'), [setFocus]);
  const outcome = {
    gcTime: 0,
    onSuccess: (answer: object) => {
      void queries.invalidateQueries({ queryKey: accounts.pathKey() });
      onDone('recoveryCodes' in answer ? (answer.recoveryCodes as readonly string[]) : null);
    },
    onError: (error: unknown) => {
      const refusal = refusedField(error);
      if (refusal !== null && refusal.field !== 'newPassword') form.setError(refusal.field, { message: refusal.message }, { shouldFocus: true });
    },
  };
  const turningOff = accounts.turnOffTwoFactor.mutationOptions(outcome);
  const replacing = accounts.replaceRecoveryCodes.mutationOptions(outcome);
  const [turnOff, replace] = [useMutation(turningOff), useMutation(replacing)];
  const { mutate, isPending, error } = change === 'turn-off' ? turnOff : replace;
  const { mutationKey } = change === 'turn-off' ? turningOff : replacing;
  return (
    <AccountFields
      busy={isPending}
      error={refusedField(error) === null ? error : null}
      onCancel={onCancel}
      onSubmit={form.handleSubmit((values) => startOnce(queries, mutationKey, () => mutate(values)))}
      submit={change === 'turn-off' ? <Trans>Tắt xác thực hai lớp</Trans> : <Trans>Tạo mã khôi phục mới</Trans>}
    >
      <p>
        {change === 'turn-off' ? (
          <Trans>Sau khi tắt, chỉ cần mật khẩu là vào được tài khoản.</Trans>
        ) : (
          <Trans>Các mã khôi phục cũ sẽ không dùng được nữa.</Trans>
        )}
      </p>
      <PasswordField
        autoComplete="current-password"
        error={errors.password?.message}
        id="factor-password"
        label={t`Mật khẩu hiện tại`}
        {...form.register('password', { validate: rules.presentPassword })}
      />
      <CodeField
        error={errors.code?.message}
        id="factor-code"
        onOtherKind={() => form.resetField('code')}
        {...form.register('code', { validate: rules.code })}
      />
    </AccountFields>
  );
}
