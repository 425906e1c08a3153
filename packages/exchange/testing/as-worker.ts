import type { World } from './world.ts';

/** Runs statements with the worker's login, in one transaction, past all code of ours; `$order` is the order's id. */
export async function asWorker(world: World, ref: string, ...statements: readonly string[]): Promise<void> {
  const { id } = await world.order(ref);
  await world.database.query('begin', [], 'quydoi_worker');
  for (const statement of statements) await world.database.query(statement.replaceAll('$order', `'${id}'`), [], 'quydoi_worker');
  await world.database.query('commit', [], 'quydoi_worker');
}
