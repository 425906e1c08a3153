import { Trans } from '@lingui/react/macro';
import type { WalletView } from '@quydoi/contract/wallet';
import { CURRENCIES } from '@quydoi/domain/currencies';
import { formatDecimal } from '@quydoi/domain/money';
import { Card } from '@quydoi/ui/card';
import { formatAmount, formatApproximate } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/locale-context.tsx';
import { useConfig } from '../../../lib/site-data.ts';

/** Dong of a dollar, where a balance of dong is told in dollars besides; in ten-thousandths. */
const DONG_PER_DOLLAR = 236_405_968n;
const DOLLAR_SCALE = 2;

type BalanceView = WalletView['balances'][number];

/** Balances that are worth a line: dong, what the customer has, and what can be traded. */
export function useShownBalances(balances: readonly BalanceView[]): readonly BalanceView[] {
  const { config } = useConfig();
  const isOn = (code: string) => config?.currencies.some((currency) => currency.code === code) ?? false;
  return balances.filter(({ currency, balance }) => currency === 'vnd' || balance > 0n || isOn(currency));
}

/** What the customer has. */
export function Balances({ balances }: { readonly balances: readonly BalanceView[] }) {
  const { locale } = useLocale();
  return (
    <Card className="grid grid-cols-1 gap-3">
      {useShownBalances(balances).map(({ currency, balance }) => (
        <div className="grid gap-1" key={currency}>
          <span className="text-muted">{currency === 'vnd' ? <Trans>Số dư</Trans> : CURRENCIES[currency].name}</span>
          <span aria-live="polite" className="font-semibold text-title tabular-nums" data-balance={currency}>
            {formatAmount(currency, balance, locale)}
          </span>
          {currency === 'vnd' && balance > 0n && <span className="text-muted text-small">≈ {formatApproximate(dollarsOf(balance), locale)} USD</span>}
        </div>
      ))}
    </Card>
  );
}

/** Dollars of an amount of dong, to the cent. */
export function dollarsOf(dong: bigint): string {
  return formatDecimal((dong * 10_000n * 100n) / DONG_PER_DOLLAR, DOLLAR_SCALE);
}
