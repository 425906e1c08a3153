import { Trans } from '@lingui/react/macro';
import { useTRPC } from '@quydoi/client/react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { formatAmount } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/locale-context.tsx';
import type { TradeFormState } from '../use-trade-form.ts';
import { BALANCE_REFRESH_MS, useBalanceSides } from './by-balance.ts';

/** What a customer has in the balance, with the way to it, where the form offers no payment by it that tells so. Nothing before the first deposit. */
export function BalanceLine({ offer }: Pick<TradeFormState, 'offer'>) {
  const { locale } = useLocale();
  const { data } = useQuery(useTRPC().wallet.get.queryOptions(undefined, { staleTime: BALANCE_REFRESH_MS, retry: false }));
  const { from, to } = useBalanceSides(offer);
  const held = data?.balances.filter(({ balance }) => balance > 0n) ?? [];
  if (from || to || held.length === 0) return null;
  const amounts = held.map(({ currency, balance }) => formatAmount(currency, balance, locale)).join(' · ');
  return (
    <p className="text-small" data-balance-line>
      <span className="text-muted">
        <Trans>Số dư của bạn</Trans>
      </span>{' '}
      <span className="font-semibold tabular-nums">{amounts}</span>{' '}
      <Link className="whitespace-nowrap font-semibold text-brand hover:underline" href="/history/wallet">
        <Trans>Mở ví</Trans>
      </Link>
    </p>
  );
}
