/** Histories of a deposit, each compared with the model of the rules after every step: `--count N` (10 000), `--seed N` (random). */
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { runDepositHistories } from '../packages/domain/testing/run-histories.ts';

const SEED_MAX = 2 ** 31;
const { values } = parseArgs({
  options: { count: { type: 'string', default: '10000' }, seed: { type: 'string', default: String(randomInt(SEED_MAX)) } },
});
const [count, seed] = [Number(values.count), Number(values.seed)];
if (!(Number.isInteger(count) && count > 0 && Number.isInteger(seed))) throw new Error('--count and --seed are whole numbers');

console.log(`seed ${seed}`);
const tally = runDepositHistories(count, seed);
console.log(`${count} histories, no difference: ${[...tally].map(([name, times]) => `${name} ${times}`).join(' · ')}`);
