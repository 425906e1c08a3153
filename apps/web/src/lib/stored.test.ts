import { afterEach, expect, test, vi } from 'vitest';

/** Storage in memory. */
class MemoryStorage {
  readonly texts = new Map<string, string>();
  getItem(key: string): string | null {
    return this.texts.get(key) ?? null;
  }
  setItem(key: string, text: string): void {
    this.texts.set(key, text);
  }
}

/** Tabs of one device: each has modules and session storage of its own. `run` executes in the tab. */
async function openTab(device: MemoryStorage, session = new MemoryStorage()) {
  vi.resetModules();
  const enter = () => {
    vi.stubGlobal('localStorage', device);
    vi.stubGlobal('sessionStorage', session);
  };
  enter();
  const modules = {
    ...(await import('./order-keys.ts')),
    ...(await import('../features/trade/draft.ts')),
    ...(await import('../features/order/refund/refund-draft.ts')),
  };
  return {
    session,
    run<R>(use: (tab: typeof modules) => R): R {
      enter();
      return use(modules);
    },
  };
}

afterEach(() => {
  vi.unstubAllGlobals();
});

const KEYS = { first: 'k7Yw2mE0vQx5sT1uR9oPbA', second: 'AbPo9Ru1Ts5xQv0Em2wY7k' };

test('a tab that remembers an order keeps the keys that other tabs stored since', async () => {
  const device = new MemoryStorage();
  const [a, b] = [await openTab(device), await openTab(device)];
  b.run(({ orderKeyOf }) => expect(orderKeyOf('FIRST')).toBeNull());
  a.run(({ rememberOrderKey }) => rememberOrderKey('FIRST', KEYS.first));
  b.run(({ rememberOrderKey }) => rememberOrderKey('SECOND', KEYS.second));
  for (const tab of [a, b, await openTab(device)]) {
    tab.run(({ orderKeyOf }) => expect([orderKeyOf('FIRST'), orderKeyOf('SECOND')]).toEqual([KEYS.first, KEYS.second]));
  }
});

test('the last order of a device is known in each of its tabs, also after a reload', async () => {
  const device = new MemoryStorage();
  const [a, b] = [await openTab(device), await openTab(device)];
  b.run(({ lastOrderRef }) => expect(lastOrderRef()).toBe(''));
  a.run(({ rememberLastRef }) => rememberLastRef('7KQ2M9XR4B'));
  expect(device.getItem('lastRef')).toBe('"7KQ2M9XR4B"');
  for (const tab of [a, await openTab(device)]) tab.run(({ lastOrderRef }) => expect(lastOrderRef()).toBe('7KQ2M9XR4B'));
});

test('a draft belongs to its tab, and a new tab starts with the last one', async () => {
  const device = new MemoryStorage();
  const [a, b] = [await openTab(device), await openTab(device)];
  a.run(({ setDraftField }) => setDraftField('quantity', '100'));
  a.run(({ setDraftField }) => setDraftField('account', '0071000000001'));
  b.run(({ setDraftField }) => setDraftField('quantity', '20'));
  a.run(({ tradeDraft }) => expect(tradeDraft.get()).toEqual({ quantity: '100', account: '0071000000001' }));
  const reloaded = await openTab(device, a.session);
  reloaded.run(({ tradeDraft }) => expect(tradeDraft.get().quantity).toBe('100'));
  const fresh = await openTab(device);
  fresh.run(({ tradeDraft }) => expect(tradeDraft.get()).toEqual({ quantity: '20', account: '0071000000001' }));
});

test('an entry emptied in one tab stays in the others', async () => {
  const device = new MemoryStorage();
  const a = await openTab(device);
  a.run(({ setDraftField }) => setDraftField('quantity', '100'));
  const b = await openTab(device);
  b.run(({ tradeDraft, setDraftField }) => {
    expect(tradeDraft.get().quantity).toBe('100');
    setDraftField('quantity', '');
  });
  const reloaded = await openTab(device, a.session);
  for (const tab of [a, reloaded]) tab.run(({ tradeDraft }) => expect(tradeDraft.get().quantity).toBe('100'));
});

test.each([`${'abandon '.repeat(11)}about`, 'abandon ability able', 'L1aW4aubDFB7yfras2S1mN3bqg9nwySY8nkoLmJebSLD5BWv3ENZ'])(
  'what opens a wallet is never written to storage: %s',
  async (secret) => {
    const device = new MemoryStorage();
    const a = await openTab(device);
    a.run(({ setDraftField, setDraftText, tradeDraft, refundDraft }) => {
      setDraftField('wallet:btc', 'bc1q');
      setDraftField('quantity', '1');
      setDraftField('wallet:btc', secret);
      setDraftText('7KQ2M9XR4B', 'wallet', secret);
      setDraftField('quantity', '2');
      expect(tradeDraft.get()).toEqual({ quantity: '2', 'wallet:btc': secret });
      expect(refundDraft.get()).toEqual({ '7KQ2M9XR4B:wallet': secret });
      expect(tradeDraft.get()).toBe(tradeDraft.get());
    });
    for (const { texts } of [device, a.session]) expect([...texts.values()].join()).not.toContain(secret.slice(0, 8));
    const reloaded = await openTab(device, a.session);
    reloaded.run(({ tradeDraft }) => expect(tradeDraft.get()).toEqual({ quantity: '2' }));
  },
);

test('a holder’s name is kept, though its small words are like those that open a wallet', async () => {
  const device = new MemoryStorage();
  const { session, run } = await openTab(device);
  run(({ setDraftField, setDraftText }) => {
    setDraftField('holder:vcb:0011001234567', 'nguyen van an');
    setDraftText('7KQ2M9XR4B', 'holder', 'tran thi lan');
  });
  (await openTab(device, session)).run(({ tradeDraft, refundDraft }) => {
    expect(tradeDraft.get()).toEqual({ 'holder:vcb:0011001234567': 'nguyen van an' });
    expect(refundDraft.get()).toEqual({ '7KQ2M9XR4B:holder': 'tran thi lan' });
  });
});

test('a value is the same object until it is changed', async () => {
  const { run } = await openTab(new MemoryStorage());
  run(({ tradeDraft, setDraftField }) => {
    setDraftField('quantity', '1');
    expect(tradeDraft.get()).toBe(tradeDraft.get());
  });
});

test('storage that refuses writes keeps the value for the page', async () => {
  const full = new MemoryStorage();
  full.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  const { run } = await openTab(full, full);
  run(({ rememberOrderKey, orderKeyOf, setDraftField, tradeDraft }) => {
    rememberOrderKey('FIRST', KEYS.first);
    setDraftField('quantity', '100');
    expect([orderKeyOf('FIRST'), tradeDraft.get()]).toEqual([KEYS.first, { quantity: '100' }]);
  });
});

test('it is known whether a reload keeps the keys of orders', async () => {
  const device = new MemoryStorage();
  const { run } = await openTab(device);
  run(({ rememberOrderKey, orderKeys }) => {
    expect(orderKeys.isKept()).toBe(true);
    const store = device.setItem;
    device.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    rememberOrderKey('FIRST', KEYS.first);
    expect(orderKeys.isKept()).toBe(false);
    device.setItem = store;
    rememberOrderKey('SECOND', KEYS.second);
    expect(orderKeys.isKept()).toBe(true);
  });
});
