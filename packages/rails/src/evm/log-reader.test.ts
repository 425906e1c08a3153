import { describe, expect, test } from 'vitest';
import { RailError, type RailTrouble } from '../rail-error.ts';
import { openLogReader } from './log-reader.ts';
import type { EvmNode } from './node.ts';
import type { ChainLog } from './wire.ts';

/** A node with a log in each block that answers ranges of some blocks at most, and otherwise fails. */
function nodeFor(blocksMax: () => number, fail: () => Error) {
  const asked: string[] = [];
  const logs: EvmNode['logs'] = async (from, to) => {
    asked.push(`${from}-${to}`);
    if (to - from + 1 > blocksMax()) throw fail();
    return Array.from({ length: to - from + 1 }, (_, n) => ({ blockNumber: from + n }) as ChainLog);
  };
  return { asked, read: openLogReader('bsc', { logs } as EvmNode) };
}

const QUERY = { topic: 'topic' };
const blocks = (logs: readonly ChainLog[]) => logs.map(({ blockNumber }) => blockNumber);
const trouble = (kind: RailTrouble) => () => new RailError('bsc', kind, 'not-done', 'no');
const FORTY = Array.from({ length: 40 }, (_, n) => n + 1);

describe('the logs of a range', () => {
  test('are read with fewer blocks at once, once the node says that there are too many, and so from then on', async () => {
    const { asked, read } = nodeFor(() => 5, trouble('too-long'));
    expect(blocks(await read(1, 40, QUERY))).toEqual(FORTY);
    expect(asked.slice(0, 4)).toEqual(['1-40', '1-20', '1-10', '1-5']);
    asked.length = 0;
    expect(blocks(await read(41, 50, QUERY))).toHaveLength(10);
    expect(asked).toEqual(['41-45', '46-50']);
  });

  test('are read in the end by a node that ends in trouble instead of saying so', async () => {
    const { read } = nodeFor(() => 5, trouble('unreachable'));
    await expect(read(1, 40, QUERY)).rejects.toMatchObject({ trouble: 'unreachable' });
    expect(blocks(await read(1, 40, QUERY))).toEqual(FORTY);
  });

  test('are asked for twice at most while the node is down', async () => {
    const { asked, read } = nodeFor(() => 0, trouble('unreachable'));
    await expect(read(1, 40, QUERY)).rejects.toMatchObject({ trouble: 'unreachable' });
    expect(asked).toHaveLength(2);
  });

  test('are not asked for again at once by a node that is busy', async () => {
    const { asked, read } = nodeFor(() => 0, trouble('busy'));
    await expect(read(1, 40, QUERY)).rejects.toMatchObject({ trouble: 'busy' });
    expect(asked).toEqual(['1-40']);
  });

  test('of one block that the node refuses are trouble', async () => {
    const { read } = nodeFor(() => 0, trouble('too-long'));
    await expect(read(7, 7, QUERY)).rejects.toMatchObject({ trouble: 'too-long' });
  });

  test.each(['unreachable', 'too-long'] as const)('of one block that ends in trouble (%s) are left out where they may be', async (kind) => {
    const { read } = nodeFor(() => 0, trouble(kind));
    const leftOut: number[] = [];
    expect(await read(7, 7, { ...QUERY, leaveOut: (block) => leftOut.push(block) })).toEqual([]);
    expect(leftOut).toEqual([7]);
  });

  test('are asked for in larger ranges again after a while', async () => {
    let blocksMax = 1;
    const { asked, read } = nodeFor(() => blocksMax, trouble('too-long'));
    await read(1, 2, QUERY);
    blocksMax = 1_000;
    for (let n = 0; n < 200; n += 1) await read(1, 2, QUERY);
    expect(asked.at(-1)).toBe('1-2');
  });
});
