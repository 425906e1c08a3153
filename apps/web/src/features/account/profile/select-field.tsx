import { Field, fieldProps } from '@quydoi/ui/field';
import type { ComponentProps, ReactNode } from 'react';

type SelectFieldProps = ComponentProps<'select'> & {
  readonly id: string;
  readonly label: ReactNode;
  /** Values with their texts. */
  readonly options: readonly (readonly [value: string, text: string])[];
  readonly error?: string | undefined;
};

/** A labelled choice of one among many. */
export function SelectField({ id, label, options, error, ...select }: SelectFieldProps) {
  return (
    <Field error={error} id={id} label={label}>
      <select
        className="min-h-touch w-full rounded-field border border-edge bg-surface px-3 aria-invalid:border-danger"
        {...fieldProps(id, error)}
        {...select}
      >
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </Field>
  );
}
