import { buttonClass } from '@quydoi/ui/button';
import { ChevronDown } from 'lucide-react';
import { type ReactNode, useState } from 'react';

interface FoldedProps {
  readonly summary: ReactNode;
  readonly children: ReactNode;
}

/** Part of the page that is folded until it is asked for. Once opened, it keeps its state while it is folded again. */
export function Folded({ summary, children }: FoldedProps) {
  const [wasOpened, setOpened] = useState(false);
  return (
    // While it is closed, a gap would stand below the summary for what is not shown.
    <details className="group grid open:gap-3 print:hidden" onToggle={({ currentTarget }) => currentTarget.open && setOpened(true)}>
      <summary className={buttonClass({ look: 'quiet', className: 'list-none' })}>
        {summary}
        <ChevronDown aria-hidden="true" className="size-5 shrink-0 transition-transform group-open:rotate-180" />
      </summary>
      {wasOpened && <div className="mt-2 grid grid-cols-1 gap-3">{children}</div>}
    </details>
  );
}
