import { clsx } from 'clsx';
import { Check, CircleAlert } from 'lucide-react';

/** Step of a process. `trouble` is the current step if it needs attention. */
export interface Step {
  readonly label: string;
  readonly state: 'done' | 'current' | 'trouble' | 'ahead';
}

const DOTS: Record<Step['state'], string> = {
  done: 'border-brand bg-brand text-on-brand',
  current: 'border-brand bg-surface text-brand',
  trouble: 'border-warn bg-warn-soft text-warn',
  ahead: 'border-line bg-surface text-muted',
};

/** Progress steps: side by side, or one below the other where their names would meet. */
export function Stepper({ steps, label }: { readonly steps: readonly Step[]; readonly label: string }) {
  return (
    <div className="@container">
      <ol aria-label={label} className="grid auto-cols-fr grid-flow-col @max-[15rem]:grid-flow-row @max-[15rem]:gap-2">
        {steps.map((step, i) => (
          <li
            aria-current={step.state === 'current' || step.state === 'trouble' ? 'step' : undefined}
            className="relative grid content-start justify-items-center gap-1.5 @max-[15rem]:grid-cols-[auto_minmax(0,1fr)] @max-[15rem]:items-center @max-[15rem]:justify-items-start"
            key={step.label}
          >
            {i > 0 && (
              <span
                aria-hidden="true"
                className={clsx(
                  'absolute top-3.5 right-[calc(50%+1rem)] left-[calc(-50%+1rem)] h-0.5 @max-[15rem]:hidden',
                  step.state === 'ahead' ? 'bg-line' : 'bg-brand',
                )}
              />
            )}
            <span className={clsx('flex size-7 items-center justify-center rounded-full border-2 text-small font-semibold', DOTS[step.state])}>
              {step.state === 'done' ? (
                <Check aria-hidden="true" className="size-4" />
              ) : step.state === 'trouble' ? (
                <CircleAlert aria-hidden="true" className="size-4" />
              ) : (
                i + 1
              )}
            </span>
            <span className={clsx('px-1 text-center text-small', step.state === 'ahead' ? 'text-muted' : 'font-semibold')}>{step.label}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}
