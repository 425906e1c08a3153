import type { Badge as BadgeColour } from '@quydoi/domain/order-status';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';

const COLOURS: Record<BadgeColour, string> = {
  red: 'bg-danger-soft text-danger',
  yellow: 'bg-warn-soft text-warn',
  blue: 'bg-info-soft text-info',
  green: 'bg-ok-soft text-ok',
  none: 'bg-sunken text-muted',
};

/** Coloured status label. The text carries the meaning; the colour only repeats it. */
export function Badge({ colour, children }: { readonly colour: BadgeColour; readonly children: ReactNode }) {
  return (
    <span className={clsx('inline-flex items-center gap-1.5 rounded-full px-3 py-1 text-small font-semibold', COLOURS[colour])}>{children}</span>
  );
}
