import { Trans } from '@lingui/react/macro';
import { useTRPC } from '@quydoi/client/react';
import type { BankView } from '@quydoi/contract/config';
import type { DestinationView } from '@quydoi/contract/destinations';
import { Chip } from '@quydoi/ui/chip';
import { useQuery } from '@tanstack/react-query';
import type { TradeFormState } from '../use-trade-form.ts';
import { useBalanceSides } from './by-balance.ts';

/** The account page, where the list is changed, updates it itself. */
const FRESH_MS = 60_000;

interface SavedDestinationsProps {
  readonly form: TradeFormState;
  readonly banks: readonly BankView[];
}

/** Offers to fill in an account or wallet that the customer has saved. Nothing where there is none. */
export function SavedDestinations({ form, banks }: SavedDestinationsProps) {
  const { data } = useQuery(useTRPC().destinations.list.queryOptions(undefined, { staleTime: FRESH_MS, retry: false }));
  const isToBank = form.bankRole === 'destination';
  const bankOf = ({ bank }: DestinationView) => banks.find(({ code }) => code === bank);
  const offered = (data?.items ?? []).filter((item) => item.currency === form.offer.to && (!isToBank || bankOf(item) !== undefined));
  const { to } = useBalanceSides(form.offer);
  if (offered.length === 0 || to?.isChosen) return null;
  const enter = ({ bank, account }: DestinationView) => {
    if (bank === null) return form.setWallet(account);
    form.setBank(bank);
    form.setAccount(account);
  };
  const isEntered = ({ bank, account }: DestinationView) =>
    bank === null ? form.wallet === account : form.bank?.code === bank && form.account === account;
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 font-semibold">{isToBank ? <Trans>Tài khoản của bạn</Trans> : <Trans>Ví của bạn</Trans>}</legend>
      <div className="flex flex-wrap gap-2">
        {offered.map((item) => (
          <Chip
            aria-pressed={isEntered(item)}
            className={isEntered(item) ? 'border-brand! bg-brand-soft!' : undefined}
            key={`${item.bank} ${item.account}`}
            onClick={() => enter(item)}
          >
            {isToBank && <span className="font-semibold">{bankOf(item)?.shortName}</span>}
            <span className="wrap-anywhere text-left tabular-nums">{item.account}</span>
          </Chip>
        ))}
      </div>
    </fieldset>
  );
}
