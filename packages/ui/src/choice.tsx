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

/** Radio button styled as a card. Group several in a `fieldset` with a `legend`. */
export function Choice({ name, value, checked, onChoose, children, className }: ChoiceProps) {
  return (
    <label
      className={clsx(
        'relative flex min-h-touch cursor-pointer items-center gap-2 rounded-field border px-2 py-2 transition-colors sm:px-3',
        'has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-brand',
        checked ? 'border-brand bg-brand-soft' : 'border-line bg-surface hover:border-edge',
        className,
      )}
    >
      <input checked={checked} className="sr-only" name={name} onChange={() => onChoose(value)} type="radio" value={value} />
      {children}
    </label>
  );
}
