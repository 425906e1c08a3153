import { clsx } from 'clsx';
import type { ReactNode } from 'react';

interface ChoiceProps {
  readonly name: string;
  readonly value: string;
  readonly checked: boolean;
  readonly onChoose: (value: string) => void;
  readonly children: ReactNode;
  readonly className?: string;
}

const CARD = 'relative flex min-h-touch items-center gap-2 rounded-field border px-2 py-2 sm:px-3';
const CHECKED = 'border-brand bg-brand-soft';

/** Radio button styled as a card. Group several in a `fieldset` with a `legend`. */
export function Choice({ name, value, checked, onChoose, children, className }: ChoiceProps) {
  return (
    <label
      className={clsx(
        CARD,
        'cursor-pointer transition-colors',
        'has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-brand',
        checked ? CHECKED : 'border-line bg-surface hover:border-edge',
        className,
      )}
    >
      <input checked={checked} className="sr-only" name={name} onChange={() => onChoose(value)} type="radio" value={value} />
      {children}
    </label>
  );
}

/** The card of a checked `Choice`, where there is no other. */
export function OnlyChoice({ children }: ChoiceProps) {
  return <div className={`${CARD} ${CHECKED}`}>{children}</div>;
}
