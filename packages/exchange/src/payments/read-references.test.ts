import type { PaymentFact } from '@quydoi/domain/transfer/payment';
import { createTestClock, TEST_START } from '@quydoi/exchange/testing/clock';
import { RailError, type RailTrouble } from '@quydoi/rails/rail-error';
import { describe, expect, test } from 'vitest';
import type { Ctx } from '../context.ts';
import { NO_TELEMETRY } from '../telemetry.ts';
import { createReferenceReader } from './read-references.ts';

/** A node that knows no payment, and fails as it is told. */
function openNode() {
  const clock = createTestClock(TEST_START);
  const ignored = () => {};
  const logger = { info: ignored, warn: ignored, error: ignored };
  const ctx = { clock, logger, telemetry: NO_TELEMETRY, settings: async () => ({ suspensions: [] }) } as unknown as Ctx;
  const asked: string[] = [];
  const failing = new Map<string, Error>();
  const read = createReferenceReader(ctx, 'tron', {
    by: 'reference',
    absent: 'none',
    async find(reference): Promise<readonly PaymentFact[]> {
      asked.push(reference);
      const error = failing.get(reference);
      if (error) throw error;
      return [];
    },
  });
  return {
    fail: (reference: string, error: Error) => failing.set(reference, error),
    heal: () => failing.clear(),
    wait: (ms: number) => clock.advance(ms),
    async askedBy(...references: string[]) {
      asked.length = 0;
      await read(references);
      return [...asked];
    },
  };
}

const trouble = (kind: RailTrouble) => new RailError('tron', kind, 'not-done', 'no');

describe('a reference that finds nothing', () => {
  test('is looked up again after a second, then each time twice as late, at least every minute', async () => {
    const node = openNode();
    for (const pauseMs of [0, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]) {
      if (pauseMs > 0) {
        node.wait(pauseMs - 1);
        expect(await node.askedBy('a')).toEqual([]);
        node.wait(1);
      }
      expect(await node.askedBy('a')).toEqual(['a']);
    }
  });

  test('delays no other, and is asked for once in a run', async () => {
    const node = openNode();
    await node.askedBy('a');
    expect(await node.askedBy('a', 'b', 'b')).toEqual(['b']);
  });

  test('is forgotten once nobody asks for it', async () => {
    const node = openNode();
    await node.askedBy('a');
    await node.askedBy('b');
    expect(await node.askedBy('a', 'b')).toEqual(['a']);
  });
});

describe('a look-up that fails', () => {
  test.each<RailTrouble>(['malformed', 'refused', 'too-long'])('by %s delays itself alone', async (kind) => {
    const node = openNode();
    node.fail('a', trouble(kind));
    expect(await node.askedBy('a', 'b', 'c', 'd', 'e', 'f')).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
    expect(await node.askedBy('a')).toEqual([]);
    node.wait(1_000);
    expect(await node.askedBy('a')).toEqual(['a']);
  });

  test('because of the node ends the run', async () => {
    const node = openNode();
    for (const reference of ['a', 'b', 'c', 'd']) node.fail(reference, trouble('unreachable'));
    const asked = await node.askedBy('a', 'b', 'c', 'd', 'e', 'f');
    expect(asked).toEqual(['a', 'b', 'c', 'd']);
    node.heal();
    expect(await node.askedBy('a', 'e', 'f')).toEqual(['e', 'f']);
  });

  test('for another reason delays itself alone', async () => {
    const node = openNode();
    node.fail('a', new Error('bug'));
    expect(await node.askedBy('a', 'b', 'c', 'd', 'e')).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(await node.askedBy('a')).toEqual([]);
  });
});
