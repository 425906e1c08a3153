import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import { Spinner } from './spinner.tsx';

const BASE =
  'inline-flex min-h-touch items-center justify-center gap-2 rounded-field px-4 py-2 text-balance text-center font-semibold no-underline transition-colors disabled:cursor-not-allowed aria-disabled:cursor-not-allowed';

const LOOKS = {
  primary: 'bg-brand text-on-brand hover:bg-brand-strong disabled:bg-sunken disabled:text-muted aria-disabled:bg-sunken aria-disabled:text-muted',
  secondary: 'border border-edge bg-surface text-ink hover:bg-sunken disabled:border-line disabled:text-muted aria-disabled:text-muted',
  quiet: 'text-brand hover:bg-brand-soft disabled:text-muted',
  danger: 'border border-danger bg-surface text-danger hover:bg-danger-soft',
} as const;

/** Look of a button. `wide`: as wide as its container. */
interface ButtonLook {
  readonly look?: keyof typeof LOOKS | undefined;
  readonly wide?: boolean | undefined;
  readonly className?: string | undefined;
}

/** Classes of a button, for links styled as buttons. */
export function buttonClass({ look = 'primary', wide = false, className }: ButtonLook = {}): string {
  return clsx(BASE, LOOKS[look], wide && 'w-full', className);
}

type ButtonProps = ComponentProps<'button'> & ButtonLook & { readonly busy?: boolean };

/** Button. While `busy`, shows a spinner next to its text and ignores clicks. */
export function Button({ look, wide, busy = false, className, children, type = 'button', onClick, ...rest }: ButtonProps) {
  return (
    <button {...rest} aria-busy={busy} className={buttonClass({ look, wide, className })} onClick={busy ? undefined : onClick} type={type}>
      {busy && <Spinner />}
      {children}
    </button>
  );
}
