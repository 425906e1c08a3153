import { randomBytes } from 'node:crypto';
import type { Caller } from '@quydoi/contract/caller';
import type { CreatedOrderView } from '@quydoi/contract/orders/order-view';
import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { actOnOrder } from '../../src/actions/act-on-order.ts';
import { createClaim } from '../../src/actions/create-claim.ts';
import { readDecision } from '../../src/actions/decision.ts';
import { getOrder } from '../../src/orders/get-order.ts';
import { ORDER_KEY_CHARS } from '../../src/orders/order-key.ts';
import { revealVouchers } from '../../src/vouchers/reveal-vouchers.ts';
import { submitVoucher } from '../../src/vouchers/submit-voucher.ts';
import { testCaller } from '../../testing/callers.ts';
import { openWorld, type World } from '../../testing/world.ts';

const MISTYPED = 'A'.repeat(ORDER_KEY_CHARS);

let world: World;
let order: CreatedOrderView;
let refused: string[];

beforeAll(async () => {
  world = await openWorld(postgresUrl());
  order = await world.create();
});
afterAll(() => world.database.close());

const VERBS = {
  getOrder,
  actOnOrder: (ctx, deps, caller, { ref }) => actOnOrder(ctx, deps, caller, { ref, action: 'cancel' }),
  readDecision,
  createClaim: (ctx, deps, caller, { ref }) =>
    createClaim(ctx, deps, caller, { ref, paidAt: world.clock.now().toISOString(), bank: '', accountEnd: '4567', reference: '' }),
  submitVoucher: (ctx, deps, caller, { ref }) => submitVoucher(ctx, deps, caller, { ref, number: '1231231231', code: '1112223334445556' }),
  revealVouchers,
} satisfies Record<string, (ctx: World['web'], deps: World['deps'], caller: Caller, input: { ref: string }) => Promise<unknown>>;

async function ask(verb: keyof typeof VERBS, orderKey: string | null): Promise<readonly string[]> {
  refused = [];
  const deps = { ...world.deps, telemetry: { ...world.deps.telemetry, refused: (refusal: string) => refused.push(refusal) } };
  await VERBS[verb](world.web, deps, testCaller({ orderKey }), { ref: order.ref }).catch(() => {});
  return refused;
}

test.each(Object.keys(VERBS) as (keyof typeof VERBS)[])('%s counts a wrong order key as a refusal, and no missing one', async (verb) => {
  expect(await ask(verb, MISTYPED)).toEqual(['order_key']);
  expect(
    await ask(
      verb,
      randomBytes(ORDER_KEY_CHARS / 2)
        .toString('hex')
        .slice(1),
    ),
  ).toEqual(['order_key']);
  expect(await ask(verb, null)).toEqual([]);
});
