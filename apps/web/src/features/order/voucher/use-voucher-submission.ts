import { refusalOf } from '@quydoi/client/errors';
import { useTRPC } from '@quydoi/client/react';
import type { OrderView } from '@quydoi/contract/orders/order-view';
import { type QueryClient, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { startOnce } from '../../../lib/start-once.ts';
import { checkEntry, EMPTY_ENTRY, errorsToShow, fieldOfCode, refusedLeftOf, type VoucherEntry } from './voucher-entry.ts';
import { voucherTroubleOf, voucherWordsOf } from './voucher-state.ts';

/**
 * What was typed of a voucher, and what is known of the last one that was sent: from the answer to it, and once the order tells more, from the order.
 * What was typed stays in memory until the issuer has taken the voucher, whatever happens meanwhile, and is stored nowhere.
 */
export function useVoucherSubmission(order: OrderView) {
  const [entry, setEntry] = useState(EMPTY_ENTRY);
  const [pressed, setPressed] = useState<VoucherEntry | null>(null);
  /** How much the order told of vouchers when the last one was sent; null before. */
  const [wordsBefore, setWordsBefore] = useState<number | null>(null);
  const queries = useQueryClient();
  const trpc = useTRPC();
  const orderKey = trpc.orders.get.queryKey({ ref: order.ref });
  const submission = trpc.vouchers.submit.mutationOptions({
    // Nothing of a voucher is kept.
    gcTime: 0,
    // Not awaited: a refusal is shown at once. Anything else waits for the order (`isUnsettled`), also when the answer to this call is lost.
    onSettled: () => void queries.invalidateQueries({ queryKey: orderKey }),
  });
  const send = useMutation(submission);
  const { reset } = send;
  const isOrderOld = useIsInvalidated(queries, orderKey);

  const refusal = refusalOf(send.error);
  const isLost = send.error !== null && refusal === null;
  const words = voucherWordsOf(order);
  const hasOrderTold = wordsBefore !== null && words.length > wordsBefore;
  const isAccepted = send.data?.state === 'accepted';
  const isTaken = isAccepted || (hasOrderTold && words.at(-1)?.code === 'voucher_accepted');
  useEffect(() => {
    if (!isTaken) return;
    setEntry(EMPTY_ENTRY);
    setPressed(null);
  }, [isTaken]);
  useEffect(() => {
    // The order's word takes the place of the answer, or of the lack of one.
    if (hasOrderTold) reset();
  }, [hasOrderTold, reset]);

  const hasOutcomeToCome = send.isPending || (isAccepted && !hasOrderTold) || (send.data !== undefined && isOrderOld);
  const isUnsettled = hasOutcomeToCome || (isLost && isOrderOld);
  const { voucher, errors } = checkEntry(entry);
  const refusedField = fieldOfCode(refusal?.code);
  const left = order.vouchers?.left ?? 0;
  const refusedLeft = refusedLeftOf(refusal);
  return {
    entry,
    /** Error codes of the fields, for what was typed when they were checked. */
    errors: { ...errorsToShow(errors, entry, pressed), ...(refusedField ? { [refusedField]: refusal?.code } : {}) },
    /** What was typed when the button was pressed last: another object with each press. Null before, and once the issuer has taken it. */
    pressed,
    /** Failure of the last call that concerns no field, and is no refusal by the issuer; null if none. */
    error: refusedField === null && refusedLeft === null ? send.error : null,
    isLost,
    /** Code of the issuer's last refusal or unclear answer; null if there is none, while the issuer is being asked, and after a lost answer. */
    trouble: send.isPending || isLost ? null : refusedLeft === null ? (voucherTroubleOf(order)?.code ?? null) : ('voucher_refused' as const),
    /** Vouchers that may still be refused. */
    left: refusedLeft === null ? left : Math.min(left, refusedLeft),
    isPending: send.isPending,
    /** Whether the last voucher's outcome is yet to come: another press would ask about the same one again. */
    hasOutcomeToCome,
    /** As `hasOutcomeToCome`, or unknown until the order can be read again. */
    isUnsettled,
    change: (changed: VoucherEntry) => {
      setEntry(changed);
      if (refusedField) reset();
    },
    press: () => {
      if (isUnsettled) return;
      setPressed({ ...entry });
      if (!voucher) return;
      startOnce(queries, submission.mutationKey, () => {
        // The order may not tell yet of the refusal that the last call was answered with.
        setWordsBefore(refusedLeft !== null && wordsBefore !== null ? Math.max(words.length, wordsBefore + 1) : words.length);
        send.mutate({ ref: order.ref, ...voucher });
      });
    },
  };
}

/** Whether a query is out of date and has not been answered since. */
function useIsInvalidated(queries: QueryClient, queryKey: QueryKey): boolean {
  const subscribe = useCallback((onChange: () => void) => queries.getQueryCache().subscribe(onChange), [queries]);
  return useSyncExternalStore(subscribe, () => queries.getQueryState(queryKey)?.isInvalidated === true, isNeverInvalidated);
}

/** The server renders the order that it has just read. */
const isNeverInvalidated = () => false;
