import { Choice } from '@quydoi/ui/choice';
import type { ReactNode } from 'react';

interface ClaimChoiceProps {
  /** Name of the radio group in the form. */
  readonly name: string;
  readonly legend: ReactNode;
  readonly options: readonly string[];
  /** Empty if none was chosen. */
  readonly chosen: string;
  /** Says what the choice means, if it means trouble. */
  readonly warning: ReactNode;
  /** Columns of the options. */
  readonly className: string;
  onChoose(option: string): void;
}

/** Question of a claim that is answered by one of a few names. */
export function ClaimChoice({ name, legend, options, chosen, warning, className, onChoose }: ClaimChoiceProps) {
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-1.5">
      <legend className="mb-1.5 font-semibold">{legend}</legend>
      <div className={`grid gap-2 ${className}`}>
        {options.map((option) => (
          <Choice checked={chosen === option} key={option} name={name} onChoose={onChoose} value={option}>
            {option}
          </Choice>
        ))}
      </div>
      <p className="text-small text-warn" role="status">
        {warning}
      </p>
    </fieldset>
  );
}
