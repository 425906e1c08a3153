import { useTRPC, useTRPCClient } from '@quydoi/client/react';
import { useQueryClient } from '@tanstack/react-query';
import { orderKeys } from '../../lib/order-keys.ts';

/**
 * Returns a function that makes the orders of this browser those of the customer who has just logged in. Nothing waits for it: where it fails, the orders
 * are still known to this browser, and the next login tries again.
 */
export function useAdoption(): () => void {
  const client = useTRPCClient();
  const trpc = useTRPC();
  const queries = useQueryClient();
  return () => {
    const orders = Object.entries(orderKeys.get()).map(([ref, key]) => ({ ref, key }));
    if (orders.length === 0) return;
    client.orders.adopt.mutate({ orders }).then(
      ({ adopted }) => {
        if (adopted.length > 0) void queries.invalidateQueries(trpc.orders.list.pathFilter());
      },
      () => {},
    );
  };
}
