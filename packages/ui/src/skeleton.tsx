import { clsx } from 'clsx';

/** Loading placeholder. Give it the size of the content to avoid layout shifts. */
export function Skeleton({ className }: { readonly className?: string }) {
  return <span aria-hidden="true" className={clsx('block animate-pulse rounded-mark bg-sunken', className)} />;
}
