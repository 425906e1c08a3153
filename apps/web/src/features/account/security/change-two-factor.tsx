import { Trans } from '@lingui/react/macro';
import { useTRPC } from '@quydoi/client/react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { startOnce } from '../../../lib/start-once.ts';
import { FormFields } from '../account-form.tsx';
import type { CodeSource } from '../code-field.tsx';
import { PasswordAndCode, usePasswordAndCode } from '../password-and-code.tsx';

interface ChangeTwoFactorProps {
  readonly change: 'turn-off' | 'replace-codes';
  readonly source: CodeSource;
  readonly onCancel: () => void;
  /** @param codes new recovery codes, to be shown once; null when the second factor is off */
  readonly onDone: (codes: readonly string[] | null) => void;
}

/** Switches the second factor off, or makes new recovery codes, by password and code. */
export function ChangeTwoFactor({ change, source, onCancel, onDone }: ChangeTwoFactorProps) {
  const { accounts } = useTRPC();
  const queries = useQueryClient();
  const { form, showRefusal, otherThanRefusal } = usePasswordAndCode();
  const outcome = {
    gcTime: 0,
    onSuccess: (answer: object) => {
      void queries.invalidateQueries({ queryKey: accounts.pathKey() });
      onDone('recoveryCodes' in answer ? (answer.recoveryCodes as readonly string[]) : null);
    },
    onError: showRefusal,
  };
  const turningOff = accounts.turnOffTwoFactor.mutationOptions(outcome);
  const replacing = accounts.replaceRecoveryCodes.mutationOptions(outcome);
  const [turnOff, replace] = [useMutation(turningOff), useMutation(replacing)];
  const { mutate, isPending, error } = change === 'turn-off' ? turnOff : replace;
  const { mutationKey } = change === 'turn-off' ? turningOff : replacing;
  return (
    <FormFields
      busy={isPending}
      error={otherThanRefusal(error)}
      isDangerous={change === 'turn-off'}
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
      <PasswordAndCode form={form} idPrefix="factor" source={source} />
    </FormFields>
  );
}
