import { Trans, useLingui } from '@lingui/react/macro';
import { formatDecimalText } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/locale-context.tsx';
import { type TradeOption, tabsOf } from '../offer.ts';
import { tradePath } from '../trade-path.ts';
import { CurrencyTab } from './currency-tab.tsx';

/** Currency tabs with rates; each tab links to the currency's page. */
export function CurrencyTabs({ offers, chosen }: { readonly offers: readonly TradeOption[]; readonly chosen: TradeOption }) {
  const { t } = useLingui();
  const { locale } = useLocale();
  return (
    <nav aria-label={t`Chọn loại tiền`} className="grid grid-cols-2 gap-2 sm:grid-cols-4">
      {tabsOf(offers, chosen.code).map((offer) => (
        <CurrencyTab code={offer.code} href={tradePath(offer)} isCurrent={offer.code === chosen.code} key={offer.code} name={offer.currency.name}>
          {offer.isOpen ? `${formatDecimalText(offer.rate.value, locale)} đ` : <Trans>Bảo trì</Trans>}
        </CurrencyTab>
      ))}
    </nav>
  );
}
