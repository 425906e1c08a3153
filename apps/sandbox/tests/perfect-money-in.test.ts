import { refsInMemo } from '@quydoi/domain/memo';
import { createCheckout, statusHash } from '@quydoi/rails/perfect-money/sci';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openStage, type Stage, until, WALLET } from '../testing/stage.ts';

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
  stage.exchange.orders.set('7KQ2M9XR4B', {
    Ref: '7KQ2M9XR4B',
    FromBank: 'pm',
    AmountSent: 100.5,
    ReceivingAddress: WALLET,
    AccountIdSent: 'U2345678',
  });
});
afterEach(() => stage.close());

const list = (cursor: string | null = null, now = new Date()) => stage.pm.sources[0].read(cursor, now);

/** The history of today as the rail gets it. */
async function historyAsSent(): Promise<string> {
  const { accountId, passPhrase } = stage.options.networks['perfect-money'];
  const [year = '', month = '', day = ''] = new Date().toISOString().slice(0, 10).split('-');
  const today = { startyear: year, startmonth: month, startday: day, endyear: year, endmonth: month, endday: day };
  const body = new URLSearchParams({ AccountID: accountId, PassPhrase: passPhrase, ...today, paymentsreceived: '1', metalfilter: '1' });
  return (await fetch(`${stage.sandbox.url}/acct/historycsv.asp`, { method: 'POST', body })).text();
}
const pay = () => stage.post('/pay', { ref: '7KQ2M9XR4B' });

test('an order that is paid shows in the list as it was paid', async () => {
  const { json } = await pay();
  const page = await list();
  expect(page.facts).toMatchObject([
    {
      network: 'perfect-money',
      account: WALLET,
      unit: 'pm',
      amount: 10_050n,
      memo: '7KQ2M9XR4B',
      payer: 'U2345678',
      confirmed: true,
      source: 'pm-history',
    },
  ]);
  expect(page.facts[0]).toMatchObject({ reference: json.paid?.[0]?.id, sourceId: json.paid?.[0]?.id });
  expect(Math.abs((page.facts[0]?.paidAt.getTime() ?? 0) - Date.now())).toBeLessThan(61_000);
  expect(page.more).toBe(false);
});

/** A row that a payer writes into the history. */
function forgedRow(batch: number): string {
  const at = new Date().toISOString();
  return `${at.slice(5, 7)}/${at.slice(8, 10)}/${at.slice(0, 4)} ${at.slice(11, 16)},Income,${batch},USD,3000,0,U2345678,${WALLET},,7KQ2M9XR4B`;
}

/** A payment of one cent by a form that the payer has made. @returns its batch */
async function payByOwnForm(PAYMENT_ID: string, SUGGESTED_MEMO: string): Promise<number> {
  const fields = { PAYEE_ACCOUNT: WALLET, PAYMENT_UNITS: 'USD', PAYMENT_AMOUNT: '0.01', payer: 'U2345678', PAYMENT_ID, SUGGESTED_MEMO };
  const response = await fetch(`${stage.sandbox.url}/api/step2.asp`, { method: 'POST', body: new URLSearchParams(fields) });
  expect(response.status).toBe(200);
  return Number(/batch (\d+)/.exec(await response.text())?.[1]);
}

test('a memo with a line break in it makes no payment of its own', async () => {
  const row = forgedRow(900864472);
  await stage.post('/transfer', { rail: 'perfect-money', to: WALLET, amount: 0.01, memo: `x\n${row}` });
  expect(await historyAsSent()).toContain(row);
  const { json } = await pay();
  const { facts, unreadable } = await list();
  expect(facts.map(({ reference }) => reference)).toEqual([json.paid?.[0]?.id]);
  expect(unreadable).toContain('900864472');
});

test.each([
  ['a quote, which the memo closes', '"', '"\n'],
  ['a line break', 'x\n', '\n'],
])('a memo makes no payment of its own batch, beside a payment id with %s', async (_, paymentId, start) => {
  const first = await payByOwnForm('', 'x');
  // Batches are numbered in turn, so that a payer knows the next one.
  const memo = `${start}${forgedRow(first + 1)}`;
  expect(await payByOwnForm(paymentId, memo)).toBe(first + 1);
  expect(await historyAsSent()).toContain(`,${paymentId},${memo}\r\n`);
  const { facts, unreadable } = await list();
  expect(facts.map(({ reference, amount }) => [reference, amount])).toEqual([[`${first}`, 1n]]);
  expect(unreadable).toContain(`${first + 1}`);
});

test('a payment id and a memo of many lines are one payment that cannot be read, not a change of the format', async () => {
  const batch = await payByOwnForm('x\ny\nz', 'a\nb\nc');
  const { facts, unreadable, rows } = await list();
  expect([facts, rows]).toEqual([[], { parsed: 1, unparsed: 0 }]);
  expect(unreadable).toContain(`${batch}`);
});

test('what we pay is not in it, and every identity comes once however often it is read', async () => {
  await stage.pm.payouts.send(
    { key: 'K-1', currency: 'pm', amount: 100n, destination: 'U7654321', destinationBank: null, memo: '7KQ2M9XR4B' },
    new Date(),
  );
  const identities = new Set<string>();
  let cursor: string | null = null;
  for (let n = 0; n < 3; n += 1) {
    await pay();
    const page = await list(cursor);
    for (const fact of page.facts) identities.add([fact.account, fact.reference, fact.amount].join());
    cursor = page.cursor;
  }
  expect(identities.size).toBe(3);
});

test('payments dated back over months are found in chunks, from an old cursor on', async () => {
  const dayMs = 86_400_000;
  const days = [1, 20, 45, 80, 100];
  for (const day of days)
    await stage.post('/transfer', {
      rail: 'perfect-money',
      to: WALLET,
      amount: day,
      memo: 'OLD',
      at: new Date(Date.now() - day * dayMs).toISOString(),
    });
  const amounts = new Set<bigint>();
  let cursor: string | null = `${new Date(Date.now() - 101 * dayMs).toISOString()}/0/${new Date(0).toISOString()}`;
  for (let more = true; more; ) {
    const page = await list(cursor);
    for (const fact of page.facts) amounts.add(fact.amount);
    ({ cursor, more } = page);
  }
  expect([...amounts].sort((a, b) => Number(a - b))).toEqual(days.map((day) => BigInt(day) * 100n));
});

describe('faults', () => {
  test('payment-delayed: shows later, behind one that is known already', async () => {
    await stage.fault('perfect-money', 'payment-delayed');
    const late = (await pay()).json.paid?.[0]?.id;
    const known = (await pay()).json.paid?.[0]?.id;
    const first = await list();
    expect(first.facts.map((fact) => fact.reference)).toEqual([known]);
    await until(async () => (await list(first.cursor)).facts.some((fact) => fact.reference === late));
    expect(await stage.received(WALLET)).toHaveLength(2);
    expect(await stage.hits('perfect-money', 'payment-delayed')).toBe(1);
  });

  test('payment-memo-lost: the money is there, the memo is not', async () => {
    await stage.fault('perfect-money', 'payment-memo-lost');
    await pay();
    expect((await list()).facts).toMatchObject([{ amount: 10_050n, memo: '', payer: 'U2345678' }]);
  });

  test('history-unreadable-row: named, and the others are told; rows of gold and bitcoin are neither', async () => {
    await pay();
    await stage.fault('perfect-money', 'history-unreadable-row', 2);
    const { facts, unreadable } = await list();
    expect([facts.map(({ memo }) => memo), unreadable]).toEqual([['7KQ2M9XR4B'], ['600000003']]);
    expect(await historyAsSent()).toMatch(/,OAU,1\.23456,.*\r\n.*,BTC,0\.001234,/);
  });

  test('banned: trouble that passes, and a payout that is surely not made', async () => {
    await stage.fault('perfect-money', 'banned', 2);
    await expect(list()).rejects.toMatchObject({ trouble: 'busy' });
    const request = { key: 'QD-9', currency: 'pm', amount: 100n, destination: 'U7654321', destinationBank: null, memo: '' } as const;
    expect(await stage.pm.payouts.send(request, new Date())).toMatchObject({ state: 'refused', refusal: 'temporary' });
    expect(await stage.pm.payouts.send(request, new Date())).toMatchObject({ state: 'accepted' });
  });

  test('history-unavailable and credentials-refused: trouble, never an empty page', async () => {
    await pay();
    await stage.fault('perfect-money', 'history-unavailable');
    await expect(list()).rejects.toMatchObject({ trouble: 'unreachable' });
    await stage.fault('perfect-money', 'credentials-refused');
    await expect(list()).rejects.toMatchObject({ trouble: 'credentials' });
    expect((await list()).facts).toHaveLength(1);
  });
});

test('memos arrive lost, mangled or garbled, and a stranger pays, when told to', async () => {
  for (const kind of ['payment-memo-lost', 'payment-memo-mangled', 'payment-memo-garbled', 'payment-wrong-sender']) {
    await stage.fault('perfect-money', kind);
    await pay();
    expect(await stage.hits('perfect-money', kind)).toBe(1);
  }
  const { facts } = await list();
  const byBatch = [...facts].sort((a, b) => a.reference.localeCompare(b.reference));
  expect(byBatch.map(({ memo, payer }) => [memo, payer])).toEqual([
    ['', 'U2345678'],
    ['ck tu 0071.7kq2. m9xr. 4b cam on', 'U2345678'],
    ['7KQ2M9XR4', 'U2345678'],
    ['7KQ2M9XR4B', 'U2999999'],
  ]);
  expect(refsInMemo(byBatch[1]?.memo ?? '')).toContain('7KQ2M9XR4B');
  expect(refsInMemo(byBatch[2]?.memo ?? '')).not.toContain('7KQ2M9XR4B');
});

describe('the page for paying', () => {
  const confirm = async (set: Record<string, string> = {}) => {
    const { url, fieldsOf } = createCheckout({ url: `${stage.sandbox.url}/api/step1.asp`, publicUrl: stage.exchange.url, shopName: 'Quy Đổi' });
    const fields = { ...fieldsOf({ ref: '7KQ2M9XR4B', account: WALLET, amount: 10_050n }), payer: 'U2345678', ...set };
    const response = await fetch(new URL('step2.asp', url), { method: 'POST', body: new URLSearchParams(fields) });
    return { status: response.status, text: await response.text() };
  };
  const calls = () => stage.exchange.statusCalls;
  const isGenuine = (call: Record<string, string>) => call.V2_HASH === statusHash(call, 'alternate');

  test('shows the amount and the memo', async () => {
    const { url, fieldsOf } = createCheckout({ url: `${stage.sandbox.url}/api/step1.asp`, publicUrl: stage.exchange.url, shopName: 'Quy Đổi' });
    const body = new URLSearchParams(fieldsOf({ ref: '7KQ2M9XR4B', account: WALLET, amount: 10_050n }));
    expect(await (await fetch(url, { method: 'POST', body })).text()).toMatch(/100\.50 USD.*7KQ2M9XR4B.*action="\/api\/step2\.asp"/s);
  });

  test('pays with the memo, calls the status URL, and leads back', async () => {
    const { status, text } = await confirm();
    expect([status, text]).toEqual([200, expect.stringContaining(`href="${stage.exchange.url}/order/7KQ2M9XR4B"`)]);
    await until(() => calls().length === 1);
    const [fact] = (await list()).facts;
    expect(fact).toMatchObject({ memo: '7KQ2M9XR4B', payer: 'U2345678', amount: 10_050n, reference: calls()[0]?.PAYMENT_BATCH_NUM });
    expect(calls().every(isGenuine)).toBe(true);
  });

  test('a payment whose memo was lost is known by its id', async () => {
    await confirm({ SUGGESTED_MEMO: 'thanks' });
    expect((await list()).facts).toMatchObject([{ memo: 'thanks 7KQ2M9XR4B' }]);
  });

  test.each([{ PAYEE_ACCOUNT: 'U7777777' }, { PAYMENT_AMOUNT: '-1' }, { payer: 'E1234567' }, { payer: WALLET }])(
    'with %j pays nothing',
    async (set) => {
      expect((await confirm(set)).status).toBe(409);
      expect((await list()).facts).toEqual([]);
      expect(calls()).toEqual([]);
    },
  );

  test.each([
    ['status-twice', 2, 2],
    ['status-forged', 2, 1],
    ['status-late', 1, 1],
  ])('%s', async (fault, count, genuine) => {
    await stage.fault('perfect-money-shop', fault);
    await confirm();
    await until(() => calls().length === count);
    expect(calls().filter(isGenuine)).toHaveLength(genuine);
  });

  test('status-lost: the history tells of the payment all the same', async () => {
    await stage.fault('perfect-money-shop', 'status-lost');
    await confirm();
    expect((await list()).facts).toHaveLength(1);
    expect(calls()).toEqual([]);
  });
});
