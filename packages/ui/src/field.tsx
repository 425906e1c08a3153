import { clsx } from 'clsx';
import type { ComponentProps, ReactNode } from 'react';

interface FieldProps {
  /** Id of the control; the ids of hint and error derive from it. */
  readonly id: string;
  /** Omitted where the control has a label of its own. */
  readonly label?: ReactNode;
  /** Content at the end of the label's line. */
  readonly aside?: ReactNode;
  readonly hint?: ReactNode;
  readonly error?: ReactNode;
  readonly children: ReactNode;
}

/** Form field: label, control, and hint or error. */
export function Field({ id, label, aside, hint, error, children }: FieldProps) {
  return (
    <div className="grid grid-cols-1 gap-1.5">
      {label && (
        <div className="flex items-baseline justify-between gap-3">
          <label className="font-semibold" htmlFor={id}>
            {label}
          </label>
          {aside}
        </div>
      )}
      {children}
      {error ? (
        <p className="wrap-anywhere text-small font-semibold text-danger" id={`${id}-error`} role="alert">
          {error}
        </p>
      ) : (
        hint && (
          <div className="wrap-anywhere text-small text-muted" id={`${id}-hint`}>
            {hint}
          </div>
        )
      )}
    </div>
  );
}

/** Attributes that associate a control with its Field's hint and error. */
export function fieldProps(id: string, error: unknown, hint: unknown = null) {
  return {
    id,
    'aria-invalid': Boolean(error),
    'aria-describedby': error ? `${id}-error` : hint ? `${id}-hint` : undefined,
  } as const;
}

type InputProps = ComponentProps<'input'> & {
  /** Content inside the field, at its end: a unit, a spinner, a button. */
  readonly end?: ReactNode;
  readonly large?: boolean;
};

/**
 * Single-line text input. At least 16 px, because iOS zooms in on smaller text. A press elsewhere on the page reports `onBlur` once it is released:
 * hints and errors that come or go in between would move what is being pressed, and the click would be lost.
 */
export function Input({ end, large = false, className, readOnly, onBlur, ...rest }: InputProps) {
  const leave: typeof onBlur = (event) => {
    if (document.querySelector(':active')) addEventListener('mouseup', () => onBlur?.(event), { once: true });
    else onBlur?.(event);
  };
  return (
    <div
      className={clsx(
        'flex min-h-touch items-center gap-2 rounded-field border px-3 transition-colors focus-within:border-brand focus-within:outline-2 focus-within:outline-brand',
        'has-[[aria-invalid=true]]:border-danger',
        readOnly ? 'border-line bg-sunken' : 'border-edge bg-surface',
        className,
      )}
    >
      <input
        {...rest}
        className={clsx(
          'w-full min-w-0 flex-1 bg-transparent py-2 outline-none placeholder:text-muted',
          large ? 'text-title font-semibold' : 'text-body',
        )}
        onBlur={leave}
        readOnly={readOnly}
      />
      {end}
    </div>
  );
}
