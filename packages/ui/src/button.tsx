import { cva, type VariantProps } from 'class-variance-authority';
import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import { Spinner } from './spinner.tsx';

/** Classes of a button, for links styled as buttons. */
export const buttonClass = cva(
  'inline-flex min-h-touch items-center justify-center gap-2 rounded-field px-4 py-2 text-center font-semibold no-underline transition-colors disabled:cursor-not-allowed aria-disabled:cursor-not-allowed',
  {
    variants: {
      look: {
        primary:
          'bg-brand text-on-brand hover:bg-brand-strong disabled:bg-sunken disabled:text-muted aria-disabled:bg-sunken aria-disabled:text-muted',
        secondary: 'border border-edge bg-surface text-ink hover:bg-sunken disabled:border-line disabled:text-muted',
        quiet: 'text-brand hover:bg-brand-soft disabled:text-muted',
        danger: 'border border-danger bg-surface text-danger hover:bg-danger-soft',
      },
      wide: { true: 'w-full', false: '' },
    },
    defaultVariants: { look: 'primary', wide: false },
  },
);

type ButtonProps = ComponentProps<'button'> & VariantProps<typeof buttonClass> & { readonly busy?: boolean };

/** Button. While `busy`, shows a spinner next to its text and ignores clicks. */
export function Button({ look, wide, busy = false, className, children, type = 'button', onClick, ...rest }: ButtonProps) {
  return (
    <button {...rest} aria-busy={busy} className={clsx(buttonClass({ look, wide }), className)} onClick={busy ? undefined : onClick} type={type}>
      {busy && <Spinner />}
      {children}
    </button>
  );
}
