import { clsx } from 'clsx';
import type { ComponentProps } from 'react';

/** Multi-line text input. */
export function TextArea({ className, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      {...rest}
      className={clsx(
        'min-h-28 w-full rounded-field border border-edge bg-surface px-3 py-2 outline-none placeholder:text-muted focus:border-brand focus:outline-2 focus:outline-brand aria-invalid:border-danger',
        className,
      )}
    />
  );
}
