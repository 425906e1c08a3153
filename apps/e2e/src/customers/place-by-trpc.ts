import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { readError } from '@quydoi/client/errors';
import { NETWORKS } from '@quydoi/domain/networks';
import type { Endpoints } from '../system/endpoints.ts';
import { accountOf, simulatedNetwork } from './accounts.ts';
import { CUSTOMERS_BANK, type OrderRequest, PATIENCE_MS, type PlacedOrder } from './place-order.ts';
import { RETRYABLE } from './retryable.ts';
import { openTypedClient } from './typed-client.ts';

const RETRY_MS = 250;

/** Places an order over tRPC, as the site does. @throws Error on a refusal that is not retryable */
export async function placeByTrpc(endpoints: Endpoints, request: OrderRequest): Promise<PlacedOrder> {
  const { kind, from, to, quantity, customer, tellsSender = false } = request;
  const client = openTypedClient(endpoints, { 'x-forwarded-for': `10.10.${customer >> 8}.${customer & 255}` });
  const destination = accountOf(to, 'destination', customer);
  const isSenderNeeded = tellsSender || (kind === 'sell' && NETWORKS[simulatedNetwork(from)].authenticatesPayer);
  const input = {
    ...{ kind, from, to, quantity, destination },
    ...(to === 'vnd' ? { destinationBank: CUSTOMERS_BANK } : {}),
    ...(isSenderNeeded ? { sender: accountOf(from, 'own', customer) } : {}),
    ...(tellsSender && from === 'vnd' ? { senderBank: CUSTOMERS_BANK } : {}),
  };
  const context = { idempotencyKey: randomUUID() };
  const deadlineMs = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      const order = await client.orders.create.mutate(input, { context });
      const { ref, key, amountSent, amountReceived, instructions, createdAt, expiresAt } = order;
      const { account = '', memo = '' } = instructions ?? {};
      const terms = { asks: amountSent, arrives: amountReceived, account, memo, createdAt, expiresAt };
      return { ref, key, kind, from, to, customer, destination, ...terms };
    } catch (error) {
      const { code } = readError(error);
      if (!RETRYABLE.has(code) || performance.now() > deadlineMs) throw new Error(`orders.create refused: ${code}`, { cause: error });
      await sleep(RETRY_MS);
    }
  }
}
