import { clsx } from 'clsx';

interface CountdownProps {
  readonly leftSeconds: number;
  readonly totalSeconds: number;
  /** Remaining seconds below which the bar takes the danger colour. */
  readonly dangerBelowSeconds: number;
  readonly label: string;
}

/** Formats seconds as `MM:SS`, at least `00:00`. */
export function clockText(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  return `${String(Math.floor(whole / 60)).padStart(2, '0')}:${String(whole % 60).padStart(2, '0')}`;
}

/** A clock whose digits do not move. The web font has none of one width: each stands in a cell of its own. */
export function ClockDigits({ seconds }: { readonly seconds: number }) {
  return [...clockText(seconds)].map((digit, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: places of a clock
    <span className={clsx(digit !== ':' && 'inline-block w-[0.72em] text-center')} key={i}>
      {digit}
    </span>
  ));
}

/** Remaining time as digits and a bar. Not announced by screen readers, because it changes every second. */
export function Countdown({ leftSeconds, totalSeconds, dangerBelowSeconds, label }: CountdownProps) {
  const danger = leftSeconds < dangerBelowSeconds;
  const share = totalSeconds > 0 ? Math.min(1, Math.max(0, leftSeconds / totalSeconds)) : 0;
  return (
    <div aria-live="off" className="grid gap-1.5" role="timer">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="text-small text-muted">{label}</span>
        <span className={clsx('whitespace-nowrap text-title font-semibold', danger ? 'text-danger' : 'text-ink')}>
          <ClockDigits seconds={leftSeconds} />
        </span>
      </div>
      <div aria-hidden="true" className="h-1.5 overflow-hidden rounded-full bg-sunken">
        <div className={clsx('h-full origin-left rounded-full', danger ? 'bg-danger' : 'bg-brand')} style={{ transform: `scaleX(${share})` }} />
      </div>
    </div>
  );
}
