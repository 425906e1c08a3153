import { randomUUID } from 'node:crypto';
import { CURRENCIES } from '@quydoi/domain/currencies';
import { formatDecimal, parseDecimal } from '@quydoi/domain/money';
import type { WalletCoin } from '@quydoi/domain/wallet/wallet';
import { afterAll, beforeAll, describe, expect, onTestFailed, test } from 'vitest';
import { accountOf, simulatedNetwork } from '../src/customers/accounts.ts';
import { type Member, openMember } from '../src/customers/open-member.ts';
import { reconcileProof } from '../src/reconciliation/reconcile-proof.ts';
import { reconcileWithSandbox, waitUntilIdle } from '../src/reconciliation/wait-until-idle.ts';
import { type ExchangeUnderTest, startExchangeUnderTest } from '../src/system/exchange-under-test.ts';
import { makePayment, readReceived } from '../src/system/sandbox-client.ts';
import { switchCurrencyOn } from '../src/system/switch-currency.ts';
import { until } from '../src/until.ts';

const SWITCHED_MS_MAX = 180_000;
const DONE_MS_MAX = 300_000;
/** As a customer's page asks. */
const LOOK_MS = 1_000;
/** Number of the accounts of the only member. */
const CUSTOMER = 71;

const DEPOSITS = { eth: '0.5', btc: '0.02' } as const satisfies Record<WalletCoin, string>;
const SALES = { eth: '0.1', btc: '0.004' } as const satisfies Record<WalletCoin, string>;
const WITHDRAWALS = { eth: '0.2', btc: '0.005' } as const satisfies Record<WalletCoin, string>;

let exchange: ExchangeUnderTest;
let member: Member;

beforeAll(async () => {
  exchange = await startExchangeUnderTest();
  await switchCurrencyOn(exchange, 'eth', SWITCHED_MS_MAX);
  await switchCurrencyOn(exchange, 'btc', SWITCHED_MS_MAX);
  const destinations = (['eth', 'btc'] as const).map((currency) => ({ currency, account: accountOf(currency, 'destination', CUSTOMER) }));
  member = await openMember(exchange, { name: 'coins', clientAddresses: ['10.7.0.1'], withApp: true, destinations });
});
afterAll(() => exchange?.stop());

/** Waits until a customer's page shows it. */
function seen<T>(what: string, look: () => Promise<T>) {
  return until(what, DONE_MS_MAX, look, LOOK_MS);
}

const minor = (currency: WalletCoin, amount: string) => parseDecimal(amount, CURRENCIES[currency].scale) ?? 0n;

async function balanceOf(currency: WalletCoin): Promise<bigint> {
  const { balances } = await member.sessions[0].wallet.get.query();
  return balances.find((one) => one.currency === currency)?.balance ?? 0n;
}

async function pay(currency: WalletCoin, to: string, amount: string): Promise<void> {
  const rail = simulatedNetwork(currency);
  expect(await makePayment(exchange, { rail, currency, from: accountOf(currency, 'own', CUSTOMER), to, amount, memo: '' })).toBe('made');
}

describe.each(['eth', 'btc'] as const)('a balance of %s on the real exchange', (currency) => {
  test('is filled at an address of the customer’s own as often as something comes, sold from, bought into, and withdrawn', async () => {
    onTestFailed(() => console.error(exchange.recentLogs()));
    const [session] = member.sessions;
    const { addresses } = await session.wallet.get.query();
    expect(addresses.find((one) => one.currency === currency)?.address).toBeNull();
    const made = await Promise.all(Array.from({ length: 4 }, () => session.wallet.depositAddress.mutate({ currency })));
    const [own] = new Set(made.map(({ address }) => address));
    expect([new Set(made.map(({ address }) => address)).size, own]).toEqual([1, expect.any(String)]);
    expect(made[0]?.qr).toContain(own);

    const deposit = minor(currency, DEPOSITS[currency]);
    await pay(currency, own ?? '', DEPOSITS[currency]);
    await seen('the first deposit', async () => (await balanceOf(currency)) === deposit);
    await pay(currency, own ?? '', DEPOSITS[currency]);
    await seen('the second deposit', async () => (await balanceOf(currency)) === 2n * deposit);

    const order = { kind: 'sell', from: currency, to: 'vnd', quantity: SALES[currency], destination: '' } as const;
    const sold = await session.orders.create.mutate(
      { ...order, fromBalance: await member.confirm(), toBalance: true },
      { context: { idempotencyKey: randomUUID() } },
    );
    const isDelivered = async (ref: string) => (await session.orders.get.query({ ref })).status === 'delivered';
    await seen('the sale to be delivered', () => isDelivered(sold.ref));
    expect(await balanceOf(currency)).toBe(2n * deposit - minor(currency, SALES[currency]));

    const dong = (await session.wallet.get.query()).balances.find((one) => one.currency === 'vnd')?.balance ?? 0n;
    expect(dong).toBeGreaterThanOrEqual(sold.amountReceived);
    const smallest = formatDecimal(minor(currency, SALES[currency]) / 2n, CURRENCIES[currency].scale);
    const bought = await session.orders.create.mutate(
      { kind: 'buy', from: 'vnd', to: currency, quantity: smallest, destination: '', fromBalance: await member.confirm(), toBalance: true },
      { context: { idempotencyKey: randomUUID() } },
    );
    await seen('the purchase to be delivered', () => isDelivered(bought.ref));
    const before = 2n * deposit - minor(currency, SALES[currency]) + bought.amountReceived;
    expect(await balanceOf(currency)).toBe(before);

    const account = accountOf(currency, 'destination', CUSTOMER);
    const code = (await member.codes?.next()) ?? '';
    const { ref, fee } = await session.wallet.withdraw.mutate({ currency, amount: WITHDRAWALS[currency], account, code });
    const withdrawal = await seen('the withdrawal to be done', async () =>
      (await session.wallet.withdrawals.query({ offset: 0, limit: 8 })).items.find((one) => one.ref === ref && one.state === 'done'),
    );
    const sent = minor(currency, WITHDRAWALS[currency]) - fee;
    const [received] = await readReceived(exchange, account);
    expect(received && minor(currency, String(received.amount))).toBe(sent);
    expect([withdrawal.explorerUrl, await balanceOf(currency)]).toEqual([expect.any(String), before - minor(currency, WITHDRAWALS[currency])]);

    await waitUntilIdle(exchange, DONE_MS_MAX);
    const { differences, evidence } = await reconcileWithSandbox(exchange, []);
    expect([...differences, ...(await reconcileProof(exchange, evidence.books))]).toEqual([]);
  });
});
