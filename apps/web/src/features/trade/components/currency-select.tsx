import { useLingui } from '@lingui/react/macro';
import { CurrencyMark } from '@quydoi/ui/currency-mark';
import { useLocation } from 'wouter';
import { currencyBrand } from '../../../lib/currency-brand.ts';
import { IN_PLACE } from '../../../lib/page-place.ts';
import { choicesOf, codeOn, type TradeChoice, type TradeOption } from '../offer.ts';
import { tradePath } from '../trade-path.ts';

type CurrencySelectProps = TradeChoice & { readonly chosen: TradeOption };

/** Choice of a currency beside its amount: open ones first, those under maintenance in a group of their own. All networks of USDT count as one. Each has a page. */
export function CurrencySelect({ offers, chosen, side }: CurrencySelectProps) {
  const { t } = useLingui();
  const label = side ? (side === 'from' ? t`Chọn loại tiền gửi` : t`Chọn loại tiền nhận`) : t`Chọn loại tiền`;
  const [, navigate] = useLocation();
  const code = codeOn(chosen, side);
  const choices = choicesOf(offers, code, side);
  const closed = choices.filter(({ isOpen }) => !isOpen);
  const option = (offer: TradeOption) => {
    const choice = codeOn(offer, side);
    return (
      <option key={choice} value={tradePath(offer)}>
        {currencyBrand(choice)}
      </option>
    );
  };
  return (
    <div className="relative flex min-h-touch max-w-full items-center gap-2 rounded-field border border-edge bg-surface px-2.5 focus-within:border-brand focus-within:outline-2 focus-within:outline-brand">
      <CurrencyMark className="size-6" code={code} />
      {/* The list shows through: its own text would take the room of the amount. */}
      <span aria-hidden="true" className="w-min break-words font-semibold text-small leading-tight sm:w-auto">
        {currencyBrand(code)}
      </span>
      <span aria-hidden="true">▾</span>
      <select
        aria-label={label}
        className="absolute inset-0 w-full cursor-pointer opacity-0"
        onChange={({ target }) => navigate(target.value, IN_PLACE)}
        value={tradePath(chosen)}
      >
        {choices.filter(({ isOpen }) => isOpen).map(option)}
        {closed.length > 0 && <optgroup label={t`Bảo trì`}>{closed.map(option)}</optgroup>}
      </select>
    </div>
  );
}
