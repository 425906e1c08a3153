import { X } from 'lucide-react';
import { Toast as Radix } from 'radix-ui';
import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from 'react';

/** How long a toast is shown, in milliseconds. */
const TOAST_MS = 10_000;

const ToastContext = createContext<((text: string) => void) | null>(null);

interface ToastAreaProps {
  /** What screen readers call a toast. */
  readonly label: string;
  readonly closeLabel: string;
  readonly children: ReactNode;
}

/**
 * Shows the toasts of its descendants ({@link useToast}) over the page for ten seconds, and announces them to screen readers. A new toast replaces the one
 * that is shown.
 */
export function ToastArea({ label, closeLabel, children }: ToastAreaProps) {
  const count = useRef(0);
  const [toast, setToast] = useState<{ readonly number: number; readonly text: string } | null>(null);
  const show = useCallback((text: string) => {
    count.current += 1;
    setToast({ number: count.current, text });
  }, []);
  return (
    <Radix.Provider duration={TOAST_MS} label={label} swipeDirection="down">
      <ToastContext value={show}>{children}</ToastContext>
      {toast && (
        <Radix.Root
          className="flex items-center gap-2 rounded-field bg-ok-soft py-1 pr-1 pl-4 text-ok shadow-over"
          key={toast.number}
          onOpenChange={(open) => !open && setToast(null)}
          open
          type="background"
        >
          <Radix.Description className="min-w-0 flex-1 text-pretty">{toast.text}</Radix.Description>
          <Radix.Close aria-label={closeLabel} className="flex size-11 shrink-0 items-center justify-center rounded-field">
            <X aria-hidden="true" className="size-5" />
          </Radix.Close>
        </Radix.Root>
      )}
      <Radix.Viewport className="fixed inset-x-4 bottom-4 z-40 mx-auto max-w-md" label={label} />
    </Radix.Provider>
  );
}

/** Returns a function that shows a toast. @throws Error outside a {@link ToastArea} */
export function useToast(): (text: string) => void {
  const show = useContext(ToastContext);
  if (show === null) throw new Error('useToast outside a ToastArea');
  return show;
}
