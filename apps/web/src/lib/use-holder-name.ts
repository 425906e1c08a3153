import { refusalOf } from '@quydoi/client/errors';
import { useTRPCClient } from '@quydoi/client/react';
import { LOOKUP_MIN_LENGTH, LOOKUP_POLL_MS } from '@quydoi/domain/constants';
import { holderMarkCode } from '@quydoi/domain/holder-mark';
import { type Query, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ACCOUNT_NAME_INVALID, WAITING } from './lookup-answers.ts';

/** Debounce: pause in typing after which an account is looked up. */
const DEBOUNCE_MS = 400;

/** Delay before a failed lookup is repeated: doubles with each failure, up to its maximum. */
const RETRY_MS = 2_000;
const RETRY_MS_MAX = 30_000;

/** Lookup state of an account holder's name. */
export type HolderName =
  | { readonly state: 'idle' }
  | { readonly state: 'waiting' }
  | { readonly state: 'found'; readonly name: string }
  | { readonly state: 'invalid'; readonly code: string }
  /** `mayType`: the exchange takes the name of a bank account's holder as typed, because it cannot look it up. */
  | { readonly state: 'unavailable'; readonly mayType?: boolean };

/**
 * Looks up an account holder's name, debounced while typing and polled every two seconds until the answer is known.
 * @param type bank code, `pm` or `wmz`
 * @param account number without blanks; null disables the lookup
 */
export function useHolderName(type: string, account: string | null): HolderName {
  const client = useTRPCClient();
  const debounced = useDebounced(account, DEBOUNCE_MS);
  const asked = account !== null && account.length >= LOOKUP_MIN_LENGTH ? account : null;
  const { data, error } = useQuery({
    queryKey: ['holder', type, debounced],
    queryFn: async () => (await client.lookups.accountName.mutate({ type, accountNumber: debounced ?? '' })).accountName,
    enabled: asked !== null && debounced === asked,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: lookupInterval,
  });
  // Stands while the lookup is tried again: it takes no field away in which the holder is being typed.
  const last = useRef<{ readonly of: string; readonly answer: HolderName } | null>(null);
  if (asked === null) return { state: 'idle' };
  if (debounced !== asked) return { state: 'waiting' };
  const of = `${type} ${asked}`;
  const answer = answerOf(data, error);
  if (answer) last.current = { of, answer };
  return last.current?.of === of ? last.current.answer : { state: 'waiting' };
}

function answerOf(data: string | undefined, error: Error | null): HolderName | null {
  if (error) return toHolderName(error);
  if (data === undefined || data === WAITING) return null;
  const code = data === ACCOUNT_NAME_INVALID ? data : holderMarkCode(data);
  return code === null ? { state: 'found', name: data } : { state: 'invalid', code };
}

/** Error codes that reject the account; any other means that the lookup is unavailable. */
const ACCOUNT_ERROR_CODES: readonly string[] = ['ACCOUNT_NAME_INVALID', 'WALLET_ADDRESS_INVALID', 'BANK_ACCOUNT_INVALID'];

/** Interval until a lookup is repeated, in milliseconds: while its answer is awaited, and after failures other than a rejected account. */
export function lookupInterval({ state: { data, error, errorUpdateCount } }: Query<string>): number | false {
  if (data === WAITING) return LOOKUP_POLL_MS;
  if (!error || toHolderName(error).state === 'invalid') return false;
  return Math.min(RETRY_MS * 2 ** errorUpdateCount, RETRY_MS_MAX);
}

/** Returns a function that repeats the lookups that failed. */
export function useLookupRetry(): () => void {
  const queries = useQueryClient();
  // Answers are never stale.
  return () => void queries.refetchQueries({ queryKey: ['holder'], type: 'active', stale: true });
}

function toHolderName(error: Error): HolderName {
  const code = refusalOf(error)?.code;
  if (code !== undefined && ACCOUNT_ERROR_CODES.includes(code)) return { state: 'invalid', code };
  return { state: 'unavailable', mayType: code === 'LOOKUP_UNAVAILABLE' };
}

function useDebounced<T>(value: T, delayMs: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs]);
  return settled;
}
