import { clsx } from 'clsx';
import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { type ReactNode, useEffect, useRef } from 'react';

interface DialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly closeLabel: string;
  /** Keeps the panel's height, whatever it shows; by default it is as high as its content. */
  readonly isSteady?: boolean;
  /** Id of the element focused on opening; by default the first focusable one. */
  readonly focusId?: string;
  readonly children: ReactNode;
}

/** Modal dialog: full screen on phones, a centred panel otherwise. Closes on Escape, Back and outside clicks, and restores the focus. */
export function Dialog({ open, onClose, title, closeLabel, isSteady, focusId, children }: DialogProps) {
  const opener = useRef<HTMLElement>(null);
  useCloseOnBack(open, onClose);
  return (
    <Radix.Root onOpenChange={(next) => !next && onClose()} open={open}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-[rgb(4_16_19/0.55)]" />
        <Radix.Content
          aria-describedby={undefined}
          onCloseAutoFocus={(event) => {
            // Opened by state instead of a Radix trigger, so Radix does not know which element to restore the focus to.
            event.preventDefault();
            opener.current?.focus();
          }}
          onOpenAutoFocus={(event) => {
            opener.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
            const wanted = focusId === undefined ? null : document.getElementById(focusId);
            if (!wanted) return;
            event.preventDefault();
            wanted.focus();
          }}
          className={clsx(
            'fixed inset-0 z-50 flex flex-col bg-surface shadow-over sm:inset-auto sm:top-1/2 sm:left-1/2 sm:max-h-[calc(100dvh-4rem)] sm:w-[30rem] sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-card',
            isSteady && 'sm:h-[36rem]',
          )}
        >
          <div className="flex items-center justify-between gap-3 py-2 pr-2 pl-4 sm:pl-6">
            <Radix.Title className="text-title font-semibold">{title}</Radix.Title>
            <Radix.Close aria-label={closeLabel} className="flex size-11 items-center justify-center rounded-field hover:bg-sunken">
              <X aria-hidden="true" className="size-5" />
            </Radix.Close>
          </div>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Number of open dialogs. */
let openDialogs = 0;

/** Whether the current history entry was added for a dialog. */
function isDialogEntry(): boolean {
  return history.state?.isDialog === true;
}

/** Adds a history entry while a dialog is open, so that Back closes the dialog instead of leaving the page. */
function useCloseOnBack(isOpen: boolean, onClose: () => void): void {
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => {
    if (!isOpen) return;
    openDialogs += 1;
    if (!isDialogEntry()) history.pushState({ isDialog: true }, '');
    const onPopState = () => close.current();
    window.addEventListener('popstate', onPopState);
    return () => {
      openDialogs -= 1;
      window.removeEventListener('popstate', onPopState);
      // Later, because strict mode unmounts and mounts again at once. After Back the entry is gone.
      setTimeout(() => {
        if (openDialogs === 0 && isDialogEntry()) history.back();
      });
    };
  }, [isOpen]);
}
