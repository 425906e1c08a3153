import { Dialog as Radix } from 'radix-ui';
import { type ReactNode, useEffect, useRef } from 'react';

interface CoverProps {
  /** Read to who cannot see it; what is shown is the children's. */
  readonly title: string;
  /** Id of the element focused on opening. */
  readonly focusId: string;
  readonly children: ReactNode;
}

/** Covers the whole page, which can be neither seen nor used until the cover is taken away. Restores the focus then. */
export function Cover({ title, focusId, children }: CoverProps) {
  const opener = useRef<HTMLElement>(null);
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => hideOthers(content.current), []);
  return (
    <Radix.Root open>
      <Radix.Portal>
        <Radix.Content
          ref={content}
          aria-describedby={undefined}
          className="fixed inset-0 z-50 grid items-center overflow-y-auto bg-canvas"
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            opener.current?.focus();
          }}
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            opener.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
            document.getElementById(focusId)?.focus();
          }}
        >
          <Radix.Title className="sr-only">{title}</Radix.Title>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Hides the covered page also from printing and full-page screenshots, and stops it from scrolling. @returns a function that undoes this */
function hideOthers(cover: HTMLElement | null): () => void {
  const others = [...document.body.children].filter((child): child is HTMLElement => child instanceof HTMLElement && !child.contains(cover));
  for (const other of others) other.style.visibility = 'hidden';
  const page = document.documentElement.style;
  page.overflow = 'hidden';
  return () => {
    page.overflow = '';
    for (const other of others) other.style.visibility = '';
  };
}
