import { clsx } from 'clsx';
import { X } from 'lucide-react';

/** Transient message at the bottom of the page. Show errors within the page as well. */
export function Toast({
  text,
  look,
  closeLabel,
  onClose,
}: {
  readonly text: string;
  readonly look: 'ok' | 'danger' | 'info';
  readonly closeLabel: string;
  readonly onClose: () => void;
}) {
  return (
    <div
      className={clsx(
        'pointer-events-auto flex w-full max-w-md items-center gap-2 rounded-field border bg-surface py-1 pr-1 pl-4 shadow-over',
        look === 'danger' ? 'border-danger text-danger' : look === 'ok' ? 'border-ok text-ok' : 'border-line text-ink',
      )}
    >
      <p className="min-w-0 flex-1 py-2">{text}</p>
      <button
        aria-label={closeLabel}
        className="flex size-11 shrink-0 items-center justify-center rounded-field hover:bg-sunken"
        onClick={onClose}
        type="button"
      >
        <X aria-hidden="true" className="size-5" />
      </button>
    </div>
  );
}
