import { type Caller, VISITOR } from '@quydoi/contract/caller';
import { AppError } from '@quydoi/contract/errors';
import { NOUNS } from '@quydoi/contract/nouns';
import { expect, test } from 'vitest';
import type { App } from '../src/app.ts';
import { guardPorts } from '../src/guard.ts';
import { createLimiter, DEFAULT_LIMITS } from '../src/limits.ts';
import { fakePorts } from '../testing/fake-ports.ts';
import { createTestApp, post } from '../testing/test-app.ts';
import { BUY_VIEW } from '../testing/views.ts';

const BLOCKED = '192.0.2.9';
const OTHER = '192.0.2.10';
const BUY = { currency_code: 'trc20', quantity: 50, receiving_address: 'T1' };
const CREATE = { json: { kind: 'buy', from: 'vnd', to: 'trc20', quantity: '50', destination: 'T1' } };
const ORDER = `/trpc/orders.get?input=${encodeURIComponent(JSON.stringify({ json: { ref: BUY_VIEW.ref } }))}`;

function blockingApp(): ReturnType<typeof createTestApp> {
  return createTestApp({ isIpBlocked: async (addressBlock) => addressBlock === BLOCKED });
}

function create(app: App, address: string): Promise<Response> {
  return post(app, '/trpc/orders.create', CREATE, { 'x-forwarded-for': address });
}

test('a blocked network is told so on both transports, and others are not blocked with it', async () => {
  const { app, exchange } = blockingApp();
  const refused = await create(app, BLOCKED);
  expect([refused.status, await refused.text()]).toEqual([403, expect.stringContaining('"IP_BLOCKED"')]);
  const rest = await post(app, '/api/v1/buy_orders?lang=en', BUY, { 'x-forwarded-for': BLOCKED });
  expect([rest.status, await rest.text()]).toEqual([403, expect.stringContaining('The network you are using is blocked for now.')]);
  expect(exchange.calls).toEqual([]);
  expect((await create(app, OTHER)).status).toBe(200);
});

test('it still sees its orders', async () => {
  const { app } = blockingApp();
  expect((await app.request(ORDER, { headers: { 'x-forwarded-for': BLOCKED } })).status).toBe(200);
});

test('it is refused orders, accounts and messages, and nothing that an order needs which exists', async () => {
  const limiter = createLimiter(DEFAULT_LIMITS, () => 0);
  const guarded = guardPorts(NOUNS.customer, fakePorts(NOUNS.customer, {}), limiter, async () => true);
  const refused: string[] = [];
  for (const [noun, table] of Object.entries(NOUNS.customer)) {
    const port = guarded[noun as keyof typeof guarded] as Readonly<Record<string, (caller: Caller, input: unknown) => Promise<unknown>>>;
    for (const [name, { access }] of Object.entries(table)) {
      const principal = access === 'anyone' ? VISITOR : ({ kind: 'customer', customerId: 'ABCD2345', sessionId: 's1' } as const);
      // Each from an address of its own, so that no limit refuses it.
      const addressBlock = `${noun} ${name}`;
      const answer = port[name]?.({ addressBlock, deviceId: null, principal } as Caller, {});
      await answer?.catch((error: unknown) => refused.push(`${noun}.${name} ${error instanceof AppError ? error.code : error}`));
    }
  }
  expect(refused.sort()).toEqual(
    [
      'accounts.activateTwoFactor',
      'accounts.addPasskey',
      'accounts.changePassword',
      'accounts.deleteAccount',
      'accounts.forgotPassword',
      'accounts.login',
      'accounts.loginWithCode',
      'accounts.loginWithPasskey',
      'accounts.passkeyLogin',
      'accounts.register',
      'accounts.removePasskey',
      'accounts.replaceRecoveryCodes',
      'accounts.resendVerification',
      'accounts.resetPassword',
      'accounts.sendCode',
      'accounts.setUpPasskey',
      'accounts.setUpSms',
      'accounts.setUpTwoFactor',
      'accounts.turnOffTwoFactor',
      'accounts.unlockScreen',
      'accounts.verifyEmail',
      'contact.send',
      'destinations.save',
      'orders.checkCoupon',
      'orders.create',
      'vouchers.check',
      'wallet.withdraw',
    ].map((name) => `${name} IP_BLOCKED`),
  );
});
