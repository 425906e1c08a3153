import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { decisionContext } from '../../src/context.ts';
import { startRefund } from '../../src/refunds/ask-refund.ts';
import { openWorld, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld(postgresUrl());
});
afterAll(() => world.database.close());

test('a refund that its order does not allow when it is written is refused, and changes nothing', async () => {
  const { ref } = await world.create();
  const order = await world.order(ref);
  const decisionCtx = decisionContext(world.worker, 'customer', 'test');
  const refund = startRefund(world.worker, order.id, 'everything', { account: '0011001234567', bank: 'vcb' }, decisionCtx, () => false);
  await expect(refund).rejects.toMatchObject({ code: 'ORDER_ACTION_NOT_ALLOWED' });
  expect(await world.order(ref)).toEqual(order);
});
