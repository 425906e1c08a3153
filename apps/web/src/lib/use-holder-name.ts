import { refusalOf } from '@quydoi/client/errors';
import { useTRPCClient } from '@quydoi/client/react';
import { LOOKUP_MIN_LENGTH, LOOKUP_POLL_MS } from '@quydoi/domain/constants';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ACCOUNT_NAME_INVALID, WAITING } from './lookup-answers.ts';

/** Pause in typing after which a number is looked up. */
const SETTLE_MS = 400;

/** What is known of an account's holder. */
export type HolderName =
  | { readonly state: 'idle' }
  | { readonly state: 'waiting' }
  | { readonly state: 'found'; readonly name: string }
  | { readonly state: 'invalid'; readonly code: string }
  | { readonly state: 'unavailable' };

/**
 * Whose account it is, looked up once typing pauses and asked again every two seconds while the answer is under way.
 * @param type bank code, `pm` or `wmz`
 * @param account number without blanks; null: nothing to look up yet
 */
export function useHolderName(type: string, account: string | null): HolderName {
  const client = useTRPCClient();
  const settled = useSettled(account, SETTLE_MS);
  const asked = account !== null && account.length >= LOOKUP_MIN_LENGTH ? account : null;
  const { data, error } = useQuery({
    queryKey: ['holder', type, settled],
    queryFn: async () => (await client.lookups.accountName.mutate({ type, accountNumber: settled ?? '' })).accountName,
    enabled: asked !== null && settled === asked,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) => (state.data === WAITING ? LOOKUP_POLL_MS : false),
  });
  if (asked === null) return { state: 'idle' };
  if (settled !== asked) return { state: 'waiting' };
  if (error) return refused(error);
  if (data === undefined || data === WAITING) return { state: 'waiting' };
  return data === ACCOUNT_NAME_INVALID ? { state: 'invalid', code: ACCOUNT_NAME_INVALID } : { state: 'found', name: data };
}

/** Refusals that are about the account; others are about the lookup. */
const ACCOUNT_REFUSALS = [
  'ACCOUNT_NAME_INVALID',
  'WEBMONEY_NEEDS_FORMAL_PASSPORT',
  'WEBMONEY_NEW_ACCOUNT',
  'WALLET_ADDRESS_INVALID',
  'BANK_ACCOUNT_INVALID',
];

function refused(error: Error): HolderName {
  const code = refusalOf(error)?.code;
  return code !== undefined && ACCOUNT_REFUSALS.includes(code) ? { state: 'invalid', code } : { state: 'unavailable' };
}

function useSettled<T>(value: T, delayMs: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs]);
  return settled;
}
