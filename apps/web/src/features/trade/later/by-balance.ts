import { useTRPC } from '@quydoi/client/react';
import { isWalletCurrency, type WalletCurrency } from '@quydoi/domain/wallet/wallet';
import { useQuery } from '@tanstack/react-query';
import { useStored } from '../../../lib/stored.ts';
import { setDraftField, tradeDraft } from '../draft.ts';
import type { FieldName } from '../field-errors.ts';
import type { TradeOption } from '../offer.ts';
import { customerWalletOf } from '../order-input.ts';

/** How long a balance that was read is believed in forms: the server looks again. */
export const BALANCE_REFRESH_MS = 30_000;

/** Part of the form that a balance replaces; null where the form asks for nothing, as for the sender of a swap. */
export type Replaced = 'bank' | 'wallet' | null;

/** A customer's balance as a choice on one side of an offer. */
export interface BalanceSide {
  readonly currency: WalletCurrency;
  /** In minor units. */
  readonly balance: bigint;
  readonly replaces: Replaced;
  readonly isChosen: boolean;
  readonly choose: (byBalance: boolean) => void;
}

/** Balances that a logged-in customer can use in an offer: one to pay from, which is not empty, and one to receive into. */
export interface BalanceSides {
  readonly from: BalanceSide | null;
  readonly to: BalanceSide | null;
}

/** Fields of each part of the form that a balance can replace. */
export const REPLACED_FIELDS: Readonly<Record<'bank' | 'wallet', readonly FieldName[]>> = { bank: ['bank', 'account', 'holder'], wallet: ['wallet'] };

/** Reads the balances that can be chosen in an offer. Both are null until they are known. */
export function useBalanceSides(offer: TradeOption): BalanceSides {
  const draft = useStored(tradeDraft);
  const isOffered = isWalletCurrency(offer.from) || isWalletCurrency(offer.to);
  const { data } = useQuery(useTRPC().wallet.get.queryOptions(undefined, { enabled: isOffered, staleTime: BALANCE_REFRESH_MS, retry: false }));
  const sideOf = (side: 'from' | 'to'): BalanceSide | null => {
    const own = data?.balances.find(({ currency }) => currency === offer[side]);
    if (!own || (side === 'from' && own.balance === 0n)) return null;
    const key = `${side}Balance`;
    return {
      currency: own.currency,
      balance: own.balance,
      replaces: replacedBy(offer, side),
      isChosen: Boolean(draft[key]),
      choose: (byBalance) => setDraftField(key, byBalance ? 'yes' : ''),
    };
  };
  return { from: sideOf('from'), to: sideOf('to') };
}

function replacedBy(offer: TradeOption, side: 'from' | 'to'): Replaced {
  if (offer[side] === 'vnd') return 'bank';
  return customerWalletOf(offer)?.role === (side === 'from' ? 'sender' : 'destination') ? 'wallet' : null;
}
