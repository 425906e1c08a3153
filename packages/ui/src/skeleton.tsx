import { clsx } from 'clsx';

/** A grey stand-in of the size of what is coming. */
export function Skeleton({ className }: { readonly className?: string }) {
  return <span aria-hidden="true" className={clsx('block animate-pulse rounded-mark bg-sunken', className)} />;
}
