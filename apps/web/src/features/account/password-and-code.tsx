import { useEffect } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { CurrentPasswordField } from './account-form.tsx';
import { CodeField, type CodeSource } from './code-field.tsx';
import { useFieldRules } from './field-rules.ts';
import { useFieldRefusal } from './use-field-refusal.ts';

interface PasswordAndCodeValues {
  readonly password: string;
  readonly code: string;
}

/** Form of an act that takes the password and a code of the second factor, with the focus in its first field. */
export function usePasswordAndCode() {
  const refusedField = useFieldRefusal();
  const form = useForm<PasswordAndCodeValues>({ defaultValues: { password: '', code: '' } });
  const { setFocus } = form;
  useEffect(() => setFocus('password'), [setFocus]);
  return {
    form,
    /** Shows at its field what a call was refused for, if that is about one of these. */
    showRefusal: (error: unknown) => {
      const refusal = refusedField(error);
      if (refusal !== null && refusal.field !== 'newPassword') form.setError(refusal.field, { message: refusal.message }, { shouldFocus: true });
    },
    /** The failure of a call, unless it is shown at a field. */
    otherThanRefusal: <E,>(error: E): E | null => (refusedField(error) === null ? error : null),
  };
}

interface PasswordAndCodeProps {
  readonly form: UseFormReturn<PasswordAndCodeValues>;
  /** Ids of the fields begin with it. */
  readonly idPrefix: string;
  /** Where the code comes from; none is asked for without a second factor. */
  readonly source: CodeSource;
}

/** Fields of the password and, where there is a second factor, its code. */
export function PasswordAndCode({ form, idPrefix, source }: PasswordAndCodeProps) {
  const rules = useFieldRules();
  const { errors } = form.formState;
  return (
    <>
      <CurrentPasswordField
        error={errors.password?.message}
        id={`${idPrefix}-password`}
        {...form.register('password', { validate: rules.presentPassword })}
      />
      {source.twoFactor !== 'none' && (
        <CodeField
          error={errors.code?.message}
          id={`${idPrefix}-code`}
          onOtherKind={() => form.resetField('code')}
          source={source}
          {...form.register('code', { validate: rules.code })}
        />
      )}
    </>
  );
}
