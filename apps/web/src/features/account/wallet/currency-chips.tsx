import { CURRENCIES } from '@quydoi/domain/currencies';
import type { WalletCurrency } from '@quydoi/domain/wallet/wallet';
import { Chip } from '@quydoi/ui/chip';

interface CurrencyChipsProps {
  readonly currencies: readonly WalletCurrency[];
  readonly chosen: WalletCurrency;
  readonly onChoose: (currency: WalletCurrency) => void;
}

/** Chooses one of several currencies; nothing where there is only one. */
export function CurrencyChips({ currencies, chosen, onChoose }: CurrencyChipsProps) {
  if (currencies.length < 2) return null;
  return (
    <div className="flex flex-wrap gap-3">
      {currencies.map((currency) => (
        <Chip
          aria-pressed={currency === chosen}
          className={currency === chosen ? 'border-brand! bg-brand-soft! font-semibold' : undefined}
          key={currency}
          onClick={() => onChoose(currency)}
        >
          {currency === 'vnd' ? 'VND' : CURRENCIES[currency].unit}
        </Chip>
      ))}
    </div>
  );
}
