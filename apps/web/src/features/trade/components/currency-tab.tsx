import { isUsdt, type TradedCode } from '@quydoi/domain/currencies';
import { CurrencyMark } from '@quydoi/ui/currency-mark';
import { clsx } from 'clsx';
import { Fragment, type ReactNode } from 'react';
import { Link } from 'wouter';

interface CurrencyTabProps {
  readonly code: TradedCode;
  readonly name: string;
  readonly href: string;
  readonly isCurrent: boolean;
  /** Second line, below the name. */
  readonly children?: ReactNode;
}

/** Tab of a currency. All networks of USDT share one. */
export function CurrencyTab({ code, name, href, isCurrent, children }: CurrencyTabProps) {
  return (
    <Link
      aria-current={isCurrent ? 'page' : undefined}
      className={clsx(
        'flex min-h-touch min-w-0 items-center gap-2 rounded-field border px-2.5 py-2 no-underline transition-colors',
        isCurrent ? 'border-brand bg-brand-soft' : 'border-line hover:border-edge',
      )}
      href={href}
    >
      <CurrencyMark className="size-7" code={code} />
      <span className="min-w-0">
        <span className="block text-small font-semibold">{isUsdt(code) ? 'USDT' : <WholeWords text={name} />}</span>
        {children && <span className="block text-small text-muted">{children}</span>}
      </span>
    </Link>
  );
}

/** Text that wraps only at spaces, not at the hyphen of `e-Voucher`. */
function WholeWords({ text }: { readonly text: string }) {
  return text.split(' ').map((word, i) => (
    <Fragment key={word}>
      {i > 0 && ' '}
      <span className="whitespace-nowrap">{word}</span>
    </Fragment>
  ));
}
