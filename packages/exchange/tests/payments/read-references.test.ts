import { readFirstHandPayments } from '@quydoi/database/repositories/first-hand';
import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { RailError, type RailTrouble } from '@quydoi/rails/rail-error';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createReferenceReader } from '../../src/payments/read-references.ts';
import { FAILING_MS } from '../../src/provider-health.ts';
import { chainPayment } from '../../testing/payment-facts.ts';
import { openWorld, type World } from '../../testing/world.ts';

let world: World;
let n = 0;
beforeAll(async () => {
  world = await openWorld(postgresUrl());
});
beforeEach(() => {
  n += 1;
});
afterAll(() => world.database.close());

const referenceOf = (k: number) => `${(n * 1_000 + k).toString(16).padStart(64, '0')}:0`;

/** A chain with some transactions; what is asked of it, and how many at once. */
function openChain(known: readonly string[], troubles: Readonly<Record<string, RailTrouble>> = {}) {
  const asked: string[] = [];
  let atOnce = 0;
  let atOnceMax = 0;
  const there = new Set(known);
  const find = async (reference: string) => {
    asked.push(reference);
    atOnce += 1;
    atOnceMax = Math.max(atOnceMax, atOnce);
    await new Promise((resolve) => setTimeout(resolve, 5));
    atOnce -= 1;
    const trouble = troubles[reference];
    if (trouble) throw new RailError('tron', trouble, 'not-done', 'cannot tell');
    return there.has(reference) ? [chainPayment({ reference, sourceId: reference, account: 'T1', amount: 5n })] : [];
  };
  return {
    asked,
    known: there,
    atOnceMax: () => atOnceMax,
    read: createReferenceReader(world.signer, 'tron', { by: 'reference', absent: 'none', find }),
  };
}

async function confirmed(references: readonly string[]): Promise<number> {
  const identities = references.map((reference) => ({ network: 'tron' as const, account: 'T1', reference, amount: 5n }));
  return (await readFirstHandPayments(world.owner, identities)).length;
}

test('look-ups run side by side, a few at once', async () => {
  const references = Array.from({ length: 20 }, (_, k) => referenceOf(k));
  const chain = openChain(references);
  await chain.read(references);
  expect(await confirmed(references)).toBe(20);
  expect(chain.atOnceMax()).toBeGreaterThan(1);
  expect(chain.atOnceMax()).toBeLessThanOrEqual(4);
});

test('a transaction that made many payments is looked up a few times, not once for each of them', async () => {
  const references = Array.from({ length: 60 }, (_, k) => `${referenceOf(0).slice(0, -2)}:${k}`);
  const asked: string[] = [];
  const find = async (reference: string) => {
    asked.push(reference);
    return references.map((one) => chainPayment({ reference: one, sourceId: one, account: 'T1', amount: 5n }));
  };
  await createReferenceReader(world.signer, 'tron', { by: 'reference', absent: 'none', find })(references);
  expect(await confirmed(references)).toBe(60);
  expect(asked.length).toBeLessThanOrEqual(4);
});

test.each<RailTrouble>(['malformed', 'refused', 'too-long'])(
  'a transaction that cannot be read (%s) costs no other its confirmation',
  async (trouble) => {
    const references = Array.from({ length: 8 }, (_, k) => referenceOf(k));
    const chain = openChain(references, { [referenceOf(0)]: trouble });
    await chain.read(references);
    expect(await confirmed(references)).toBe(7);
  },
);

test('trouble of the node ends the run; the next one asks for the others first', async () => {
  const references = Array.from({ length: 12 }, (_, k) => referenceOf(k));
  const chain = openChain(references, { [referenceOf(0)]: 'unreachable' });
  await chain.read(references);
  expect(chain.asked.length).toBeLessThan(12);
  await chain.read(references);
  expect(await confirmed(references)).toBe(11);
  expect(chain.asked.filter((reference) => reference === referenceOf(0))).toHaveLength(1);
});

describe('a transaction that is not found', () => {
  test('is asked for at growing intervals, and found when it is there', async () => {
    const reference = referenceOf(0);
    const chain = openChain([]);
    const askedAtMs: number[] = [];
    for (let ms = 0; ms < 40_000; ms += 500) {
      const before = chain.asked.length;
      await chain.read([reference]);
      if (chain.asked.length > before) askedAtMs.push(ms);
      world.clock.advance(500);
    }
    expect(askedAtMs).toEqual([0, 1_000, 3_000, 7_000, 15_000, 31_000]);
    chain.known.add(reference);
    world.clock.advance(60_000);
    await chain.read([reference]);
    expect(await confirmed([reference])).toBe(1);
  });

  test('delays no other', async () => {
    const chain = openChain([referenceOf(1)]);
    await chain.read([referenceOf(0)]);
    await chain.read([referenceOf(0), referenceOf(1)]);
    expect(chain.asked).toEqual([referenceOf(0), referenceOf(1)]);
    expect(await confirmed([referenceOf(1)])).toBe(1);
  });

  test('is asked for at once again after nothing waited for it', async () => {
    const chain = openChain([]);
    await chain.read([referenceOf(0)]);
    await chain.read([]);
    await chain.read([referenceOf(0)]);
    expect(chain.asked).toHaveLength(2);
  });
});

describe('nodes that fail for minutes', () => {
  const isOpen = async () => (await world.signer.settings()).suspensions.length === 0;

  /** Look-ups of one payment every few seconds, for as long as a provider may fail before it counts as failing. */
  async function lookUpFor(chain: ReturnType<typeof openChain>): Promise<void> {
    for (let passedMs = 0; passedMs <= FAILING_MS + 60_000; passedMs += 5_000) {
      await chain.read([referenceOf(0)]);
      world.clock.advance(5_000);
    }
  }

  test('close their network for payments in, which nothing could be paid out for, until a look-up works', async () => {
    const troubles: Record<string, RailTrouble> = { [referenceOf(0)]: 'unreachable', none: 'unreachable' };
    const chain = openChain([], troubles);
    await lookUpFor(chain);
    expect(world.errors.splice(0)).toMatchObject([{ network: 'tron', cause: 'unreachable', direction: 'in', subject: 'first-hand look-ups' }]);
    // Nothing asks for a look-up any more.
    const asked = chain.asked.length;
    for (let seconds = 0; seconds < 60; seconds += 1) {
      await chain.read([]);
      world.clock.advance(1_000);
    }
    expect(chain.asked.slice(asked)).toEqual(['none', 'none', 'none']);
    expect(await isOpen()).toBe(false);
    delete troubles.none;
    world.clock.advance(20_000);
    await chain.read([]);
    expect(await isOpen()).toBe(true);
  });

  test('are not found well by a transaction that does not exist, while one that does cannot be looked up', async () => {
    const troubles: Record<string, RailTrouble> = { [referenceOf(0)]: 'busy' };
    const chain = openChain([referenceOf(0)], troubles);
    await lookUpFor(chain);
    expect(world.errors.splice(0)).toHaveLength(1);
    for (let minutes = 0; minutes < 10; minutes += 0.5) {
      await chain.read([referenceOf(0)]);
      expect(await isOpen()).toBe(false);
      world.clock.advance(30_000);
    }
    delete troubles[referenceOf(0)];
    world.clock.advance(60_000);
    await chain.read([referenceOf(0)]);
    expect(await isOpen()).toBe(true);
    expect(world.errors.splice(0)).toEqual([]);
  });

  test('are found well again by a signer that was started meanwhile', async () => {
    await lookUpFor(openChain([], { [referenceOf(0)]: 'busy' }));
    expect(world.errors.splice(0)).toHaveLength(1);
    await openChain([]).read([]);
    expect(await isOpen()).toBe(true);
  });

  test.each<RailTrouble>(['malformed', 'too-long'])('are not those that one transaction alone (%s) cannot be read from', async (trouble) => {
    await lookUpFor(openChain([], { [referenceOf(0)]: trouble }));
    expect(world.errors.splice(0)).toEqual([]);
    expect(await isOpen()).toBe(true);
  });
});
