import { bindOperations } from '../src/operations/operations.ts';
import { operatorCaller } from './callers.ts';
import type { World } from './world.ts';

/** What a call that sets a rate names besides the rate itself. */
export const FIXED = { fee: '0.8', percentFee: '0', maxFee: null, minQuantity: null, force: true, note: 'tests' };

/** Sets a rate as one operator, and confirms it as a second one where that is needed. */
export async function setRateByTwo(world: World, call: object): Promise<void> {
  const operations = bindOperations(world.operator);
  const { proposal } = (await operations.setRate(operatorCaller('lan'), { ...FIXED, ...call } as never)) as { proposal?: string };
  if (proposal) await operations.confirmAct(operatorCaller('minh'), { id: proposal });
}
