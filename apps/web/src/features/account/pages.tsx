import { useLingui } from '@lingui/react/macro';
import { Button } from '@quydoi/ui/button';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { pageWindow } from './page-window.ts';

/** As narrow as a finger allows: seven of them stand in a row on a phone. */
const PAGE_BUTTON = 'min-w-touch px-1!';

interface PagesProps {
  readonly page: number;
  readonly pages: number | null;
  readonly hasNext: boolean;
  readonly onPage: (page: number) => void;
}

/** Choice of a page: two on each side, or the next and the previous where their number is not known. */
export function Pages({ page, pages, hasNext, onPage }: PagesProps) {
  const { t } = useLingui();
  if (page === 1 && (pages === null ? !hasNext : pages <= 1)) return null;
  return (
    <nav aria-label={t`Trang`} className="flex flex-wrap items-center justify-center gap-1 sm:gap-2">
      <Button aria-label={t`Trang trước`} className={PAGE_BUTTON} disabled={page === 1} look="secondary" onClick={() => onPage(page - 1)}>
        <ChevronLeft aria-hidden="true" className="size-5" />
      </Button>
      {pages !== null &&
        pageWindow(page, pages).map((n) => (
          <Button
            aria-current={n === page ? 'page' : undefined}
            className={PAGE_BUTTON}
            key={n}
            look={n === page ? 'primary' : 'secondary'}
            onClick={() => onPage(n)}
          >
            {n}
          </Button>
        ))}
      <Button aria-label={t`Trang sau`} className={PAGE_BUTTON} disabled={!hasNext} look="secondary" onClick={() => onPage(page + 1)}>
        <ChevronRight aria-hidden="true" className="size-5" />
      </Button>
    </nav>
  );
}
