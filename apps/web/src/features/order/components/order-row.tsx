import type { ReactNode } from 'react';

/** Row of a description list: name and value on one line. */
export function OrderRow({ name, children }: { readonly name: ReactNode; readonly children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="shrink-0 text-balance text-small text-muted max-sm:max-w-[55%]">{name}</dt>
      <dd className="min-w-0 break-words text-right font-semibold">{children}</dd>
    </div>
  );
}
