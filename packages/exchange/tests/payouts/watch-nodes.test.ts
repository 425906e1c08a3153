import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import type { ChainNode, Rail } from '@quydoi/rails/rail';
import { RailError } from '@quydoi/rails/rail-error';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { bindOperations } from '../../src/operations/operations.ts';
import type { SignerCtx } from '../../src/payouts/signer.ts';
import { createNodeWatch, NODE_POLL_MS } from '../../src/payouts/watch-nodes.ts';
import { FAILURES_FAILING } from '../../src/provider-health.ts';
import { operatorCaller } from '../../testing/callers.ts';
import { openWorld, type World } from '../../testing/world.ts';

let world: World;

beforeAll(async () => {
  world = await openWorld(postgresUrl());
});
afterEach(() => expect(world.errors.splice(0)).toEqual([]));
afterAll(() => world.database.close());

/** The signer with nodes of TRON, those named in `down` failing, and a function that looks at them for some minutes. */
function watching(names: readonly string[]) {
  const down = new Set<string>();
  const asked: string[] = [];
  const nodes = names.map((name): ChainNode => {
    return {
      name,
      async requireWell() {
        asked.push(name);
        if (down.has(name)) throw new RailError('tron', 'unreachable', 'not-done', `${name} does not answer`);
      },
    };
  });
  const tron: Rail = { ...(world.signer.rails.get('tron') as Rail), nodes };
  const ctx: SignerCtx = { ...world.signer, rails: new Map([...world.signer.rails, ['tron', tron] as const]) };
  const watch = createNodeWatch(ctx, 'tron');
  const look = async (minutes: number) => {
    for (let minute = 0; minute < minutes; minute += 1) {
      world.clock.advance(NODE_POLL_MS);
      // It waits for the next poll, whatever it finds.
      expect(await watch?.()).toBe(false);
    }
  };
  return { asked, down, look };
}

async function silentNodes(): Promise<string[]> {
  const { suspensions } = await world.signer.settings();
  return suspensions.filter(({ network, cause }) => network === 'tron' && cause === 'silent').map(({ subject }) => subject);
}

test('a node that fails for minutes beside one that answers is told once, and closes nothing, until it answers again', async () => {
  const { down, look } = watching(['node 1', 'node 2']);
  await look(1);
  down.add('node 2');
  await look(FAILURES_FAILING - 1);
  expect(await silentNodes()).toEqual([]);
  await look(2);
  expect(await silentNodes()).toEqual(['node 2']);
  const alarm = { network: 'tron', subject: 'node 2', detail: expect.stringContaining('node 2 does not answer') };
  expect(world.errors.splice(0)).toEqual([expect.objectContaining(alarm)]);
  await expect(world.create({ to: 'trc20', quantity: '10', destination: 'TMVQGm1qAQYVdetCeGRRkTWYYrLXuHK2HC' })).resolves.toMatchObject({
    status: 'pending',
  });
  down.delete('node 2');
  await look(1);
  expect(await silentNodes()).toEqual([]);
});

test('nodes that all fail are not told one by one: their chain closes', async () => {
  const { down, look } = watching(['node 1', 'node 2']);
  down.add('node 1').add('node 2');
  await look(FAILURES_FAILING + 2);
  expect(await silentNodes()).toEqual([]);
});

test('no node of a chain that is off is asked', async () => {
  const { asked, look } = watching(['node 1', 'node 2']);
  const { setRail } = bindOperations(world.operator);
  await setRail(operatorCaller('lan'), { network: 'tron', on: false });
  await look(2);
  expect(asked).toEqual([]);
  await setRail(operatorCaller('lan'), { network: 'tron', on: true });
  await look(1);
  expect(asked).toEqual(['node 1', 'node 2']);
});

test('a chain with a single node, or none, is not watched', () => {
  expect(createNodeWatch(world.signer, 'tron')).toBeNull();
  expect(createNodeWatch(world.signer, 'bank')).toBeNull();
});
