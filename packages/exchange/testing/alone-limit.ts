import type { World } from './world.ts';

/** Sets what an operator may move alone within a day. @param worth in dong */
export async function limitAlone(world: World, worth: bigint): Promise<void> {
  const value = JSON.stringify({ worth: String(worth), rateChange: '99' });
  const text = `insert into setting (kind, key, value, author, at) values ('secondOperator', 'secondOperator', $1, 'tests', now())`;
  await world.database.query(text, [value]);
}
