import { useTRPC } from '@quydoi/client/react';
import { useQuery } from '@tanstack/react-query';
import { useStored } from '../../../lib/stored.ts';
import { setDraftField, tradeDraft } from '../draft.ts';
import type { TradeOption } from '../offer.ts';

/** How long a balance that was read is believed in forms: the server looks again. */
export const BALANCE_REFRESH_MS = 30_000;

/** Whether, and how, the customer's balance of dong can take the place of a bank account in an offer. */
export interface ByBalance {
  /** Whether it can: there is something to pay with, or dong is to be received. */
  readonly isOffered: boolean;
  readonly isChosen: boolean;
  /** In dong; null until it is known. */
  readonly balance: bigint | null;
  readonly choose: (byBalance: boolean) => void;
}

/** The customer's balance beside the bank, for who is logged in. */
export function useByBalance({ from, to }: Pick<TradeOption, 'from' | 'to'>): ByBalance {
  const isWanted = Boolean(useStored(tradeDraft).byBalance);
  const isOfDong = from === 'vnd' || to === 'vnd';
  const { data } = useQuery(useTRPC().wallet.get.queryOptions(undefined, { enabled: isOfDong, staleTime: BALANCE_REFRESH_MS, retry: false }));
  const balance = data?.balances.find(({ currency }) => currency === 'vnd')?.balance ?? null;
  const isOffered = balance !== null && (to === 'vnd' || (from === 'vnd' && balance > 0n));
  return { isOffered, isChosen: isOffered && isWanted, balance, choose: (byBalance) => setDraftField('byBalance', byBalance ? 'yes' : '') };
}
