import { clsx } from 'clsx';
import type { ComponentProps } from 'react';

/** A row of links that look like tabs; each is a page of its own, so it works before any script has arrived. */
export function TabBar({ className, ...rest }: ComponentProps<'nav'>) {
  return <nav {...rest} className={clsx('flex gap-1 overflow-x-auto rounded-field bg-sunken p-1', className)} />;
}

/** Classes of one tab. */
export function tabClass(current: boolean): string {
  return clsx(
    'flex min-h-touch flex-1 items-center justify-center gap-2 whitespace-nowrap rounded-mark px-3 text-center no-underline transition-colors',
    current ? 'bg-surface font-semibold text-ink shadow-card' : 'text-muted hover:text-ink',
  );
}
