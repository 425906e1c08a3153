import { clsx } from 'clsx';
import type { ComponentProps } from 'react';

/** Raised panel. */
export function Card({ className, ...rest }: ComponentProps<'section'>) {
  return <section {...rest} className={clsx('rounded-card border border-line bg-surface p-4 shadow-card sm:p-6', className)} />;
}

/** Heading of a card. */
export function CardTitle({ className, children, ...rest }: ComponentProps<'h2'>) {
  return (
    <h2 {...rest} className={clsx('text-title font-semibold', className)}>
      {children}
    </h2>
  );
}
