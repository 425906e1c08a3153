import { clsx } from 'clsx';
import { Check, Copy } from 'lucide-react';
import { type ComponentProps, type ReactNode, useEffect, useId, useRef, useState } from 'react';

/** Duration of feedback on a press. */
const FEEDBACK_MS = 2_000;

/** State that is on for the duration of feedback on a press: whether it is on, and a function that turns it on. */
export function useBriefly(): readonly [boolean, () => void] {
  const [isOn, setOn] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const turnOn = () => {
    setOn(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOn(false), FEEDBACK_MS);
  };
  return [isOn, turnOn];
}

/**
 * Copy feedback as an overlay, so that the layout does not shift. Rendered by CSS, so that it does not become part of the button's
 * accessible name; a live region announces it.
 */
const FEEDBACK =
  'data-copied:after:pointer-events-none data-copied:after:absolute data-copied:after:right-0 data-copied:after:bottom-full data-copied:after:z-10 data-copied:after:mb-1 data-copied:after:rounded-field data-copied:after:bg-ink data-copied:after:px-2.5 data-copied:after:py-1 data-copied:after:text-small data-copied:after:font-semibold data-copied:after:whitespace-nowrap data-copied:after:text-surface data-copied:after:content-[attr(data-copied)]';

interface CopyButtonProps {
  /** Id for a `CopyTarget`. */
  readonly id?: string;
  /** Raw value for the clipboard, without grouping marks or units. */
  readonly value: string;
  /** Accessible name: "Sao chép số tiền". */
  readonly label: string;
  /** Feedback after copying: "Đã sao chép". */
  readonly copied: string;
  readonly children?: ReactNode;
  readonly className?: string;
}

/** Button that copies a raw value and confirms it. */
export function CopyButton({ id, value, label, copied, children, className }: CopyButtonProps) {
  const [done, tellDone] = useBriefly();
  const copy = async () => {
    if (await writeClipboard(value)) tellDone();
  };

  return (
    <>
      <button
        aria-label={label}
        className={clsx(
          'relative inline-flex min-h-touch min-w-touch items-center justify-center gap-2 rounded-field px-3 text-small font-semibold text-brand transition-colors hover:bg-brand-soft',
          FEEDBACK,
          className,
        )}
        data-copied={done ? copied : undefined}
        id={id}
        onClick={copy}
        type="button"
      >
        {done ? <Check aria-hidden="true" className="size-5" /> : <Copy aria-hidden="true" className="size-5" />}
        {children}
      </button>
      <span aria-live="polite" className="sr-only">
        {done ? copied : ''}
      </span>
    </>
  );
}

interface CopyTargetProps extends Omit<ComponentProps<'label'>, 'htmlFor'> {
  /** Id of the copy button. */
  readonly of: string;
}

/**
 * Text that copies when it is tapped, as its copy button does. A label: browsers let its text be selected without a click on its control, and neither
 * keyboard nor screen reader meets a second button.
 */
export function CopyTarget({ of, className, children, ...rest }: CopyTargetProps) {
  return (
    <label {...rest} className={clsx('cursor-pointer', className)} htmlFor={of}>
      {children}
    </label>
  );
}

/** Labelled value with a copy button. The whole row copies. */
export function CopyRow({
  name,
  shown,
  strong = false,
  ...copy
}: Omit<CopyButtonProps, 'id'> & { readonly name: string; readonly shown: ReactNode; readonly strong?: boolean }) {
  const id = useId();
  return (
    <div className={clsx('flex items-center', strong && 'rounded-field bg-warn-soft text-warn')}>
      <CopyTarget className="min-w-0 flex-1 py-1.5 pr-3 pl-4" of={id}>
        <span className={clsx('block text-balance text-small', strong ? 'font-semibold' : 'text-muted')}>{name}</span>
        <span className={clsx('block break-words', strong ? 'font-semibold text-title tracking-wide' : 'font-semibold')}>{shown}</span>
      </CopyTarget>
      <CopyButton {...copy} className={clsx('shrink-0', strong && 'text-warn hover:bg-warn-soft')} id={id} />
    </div>
  );
}

/** Writes to the clipboard. Falls back to `execCommand` for in-app browsers without the clipboard API. Returns whether it succeeded. */
async function writeClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = document.createElement('textarea');
    area.value = text;
    area.style.position = 'fixed';
    area.style.opacity = '0';
    document.body.append(area);
    area.select();
    const done = document.execCommand('copy');
    area.remove();
    return done;
  }
}
