import { clsx } from 'clsx';
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ComponentProps } from 'react';

const LOOKS = {
  danger: { className: 'bg-danger-soft text-danger', Icon: CircleAlert },
  warn: { className: 'bg-warn-soft text-warn', Icon: TriangleAlert },
  info: { className: 'bg-info-soft text-info', Icon: Info },
  ok: { className: 'bg-ok-soft text-ok', Icon: CircleCheck },
} as const;

/** Inline message. Set `role="alert"` if it appears in response to the customer's action. */
export function Notice({ look = 'info', className, children, ...rest }: ComponentProps<'div'> & { readonly look?: keyof typeof LOOKS }) {
  const { className: colours, Icon } = LOOKS[look];
  return (
    <div {...rest} className={clsx('flex gap-3 rounded-field px-4 py-3', colours, className)}>
      <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
      <div className="min-w-0 flex-1 text-pretty">{children}</div>
    </div>
  );
}
