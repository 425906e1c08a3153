import { clsx } from 'clsx';
import type { ComponentProps } from 'react';

/** Small button that enters a suggested value, such as a limit. */
export function Chip({ className, type = 'button', ...rest }: ComponentProps<'button'>) {
  return (
    <button
      {...rest}
      className={clsx(
        'relative inline-flex min-h-9 max-w-full flex-wrap items-center gap-x-1 rounded-full border border-line bg-surface px-2.5 text-small text-ink transition-colors hover:border-brand hover:bg-brand-soft disabled:opacity-60 after:absolute after:-inset-1',
        className,
      )}
      type={type}
    />
  );
}
