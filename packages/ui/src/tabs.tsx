import { clsx } from 'clsx';
import type { ComponentProps } from 'react';

/** Row of links styled as tabs. Each leads to a page, so they work before scripts have loaded. */
export function TabBar({ className, ...rest }: ComponentProps<'nav'>) {
  return <nav {...rest} className={clsx('flex flex-wrap gap-1 rounded-field bg-sunken p-1', className)} />;
}

/** Classes of one tab. */
export function tabClass(current: boolean): string {
  return clsx(
    'flex min-h-touch flex-1 items-center justify-center gap-2 whitespace-nowrap rounded-mark px-1 text-center no-underline transition-colors',
    current ? 'bg-surface font-semibold text-ink shadow-card' : 'text-muted hover:text-ink',
  );
}
