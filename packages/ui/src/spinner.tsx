import { clsx } from 'clsx';

/** Loading spinner. Decorative: describe the pending operation in text next to it. */
export function Spinner({ className }: { readonly className?: string }) {
  return (
    <svg aria-hidden="true" className={clsx('size-5 animate-spin', className)} fill="none" viewBox="0 0 24 24">
      <circle className="opacity-25" cx="12" cy="12" r="9" stroke="currentColor" strokeWidth="3" />
      <path d="M21 12a9 9 0 0 0-9-9" stroke="currentColor" strokeLinecap="round" strokeWidth="3" />
    </svg>
  );
}
