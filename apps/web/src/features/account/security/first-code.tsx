import { Trans, useLingui } from '@lingui/react/macro';
import { useTRPC } from '@quydoi/client/react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { startOnce } from '../../../lib/start-once.ts';
import { FormFields } from '../account-form.tsx';
import { FirstCodeField } from '../code-field.tsx';
import { useFieldRules } from '../field-rules.ts';
import { useFieldRefusal } from '../use-field-refusal.ts';

interface FirstCodeProps {
  /** Of what is being set up. */
  readonly setUp: string;
  readonly from: 'authenticator' | 'sms';
  readonly onCancel: () => void;
  /** @param codes recovery codes, to be shown once */
  readonly onDone: (codes: readonly string[]) => void;
  /** Above the field. */
  readonly children: ReactNode;
}

/** Switches the second factor on by its first code. */
export function FirstCode({ setUp, from, onCancel, onDone, children }: FirstCodeProps) {
  const { t } = useLingui();
  const trpc = useTRPC();
  const queries = useQueryClient();
  const rules = useFieldRules();
  const refusedField = useFieldRefusal();
  const form = useForm({ defaultValues: { code: '' } });
  // The server's words name recovery codes, which there are none of yet.
  const wrong =
    from === 'sms'
      ? t`Mã chưa đúng hoặc đã quá 5 phút. Hãy nhập mã trong tin nhắn mới nhất.`
      : t`Mã chưa đúng. Hãy nhập mã đang hiện trong ứng dụng.`;
  const options = trpc.accounts.activateTwoFactor.mutationOptions({
    gcTime: 0,
    onSuccess: ({ recoveryCodes }) => {
      void queries.invalidateQueries({ queryKey: trpc.accounts.pathKey() });
      onDone(recoveryCodes);
    },
    onError: (error) => {
      if (refusedField(error) !== null) form.setError('code', { message: wrong }, { shouldFocus: true });
    },
  });
  const activate = useMutation(options);
  return (
    <FormFields
      busy={activate.isPending}
      error={refusedField(activate.error) === null ? activate.error : null}
      onCancel={onCancel}
      onSubmit={form.handleSubmit(({ code }) => startOnce(queries, options.mutationKey, () => activate.mutate({ setUp, code })))}
      submit={<Trans>Bật xác thực hai lớp</Trans>}
    >
      {children}
      <FirstCodeField error={form.formState.errors.code?.message} from={from} {...form.register('code', { validate: rules.code })} />
    </FormFields>
  );
}
