import { Trans, useLingui } from '@lingui/react/macro';
import { isUsdt } from '@quydoi/domain/currencies';
import { CurrencyMark } from '@quydoi/ui/currency-mark';
import { clsx } from 'clsx';
import { Link } from 'wouter';
import { formatDecimalText } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/locale-context.tsx';
import { buyPath, type Offer, tabsOf } from '../buy-path.ts';

/** The currencies with their rates; each tab is a page of its own. */
export function CurrencyTabs({ offers, chosen }: { readonly offers: readonly Offer[]; readonly chosen: Offer }) {
  const { t } = useLingui();
  const { locale } = useLocale();
  return (
    <nav aria-label={t`Chọn loại tiền`} className="grid grid-cols-2 gap-2 sm:grid-cols-4">
      {tabsOf(offers, chosen.code).map(({ code, currency, rate }) => {
        const isCurrent = code === chosen.code;
        return (
          <Link
            aria-current={isCurrent ? 'page' : undefined}
            className={clsx(
              'flex min-h-touch min-w-0 items-center gap-2 rounded-field border px-2.5 py-2 no-underline transition-colors',
              isCurrent ? 'border-brand bg-brand-soft' : 'border-line hover:border-edge',
            )}
            href={buyPath(code)}
            key={code}
          >
            <CurrencyMark className="size-7" code={code} />
            <span className="min-w-0">
              <span className="block text-small font-semibold">{isUsdt(code) ? 'USDT' : currency.name}</span>
              <span className="block text-small text-muted">
                {currency.allowBuy ? `${formatDecimalText(rate.value, locale)} đ` : <Trans>Bảo trì</Trans>}
              </span>
            </span>
          </Link>
        );
      })}
    </nav>
  );
}
