/**
 * Guesses at vouchers on an exchange of its own: `--count N` (1000000), `--seed S` (random). Prints what was answered, how fast, and what a guess costs.
 * Exits with 0 if nothing was learnt and the issuer was asked no more often than orders allow.
 */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runGuesses } from '../src/guesses/run-guesses.ts';
import { startExchangeIn } from '../src/system/exchange-under-test.ts';

const { values } = parseArgs({
  options: { count: { type: 'string', default: '1000000' }, seed: { type: 'string', default: randomBytes(4).toString('hex') } },
});
const count = Number(values.count);
if (!Number.isInteger(count) || count < 1) throw new Error('--count is a number of guesses, at least 1');

const startedMs = performance.now();
const dataDir = mkdtempSync(join(tmpdir(), 'quydoi-guess-'));
const exchange = await startExchangeIn(dataDir);
try {
  const log = (line: string) => console.log(`${Math.round((performance.now() - startedMs) / 1_000)} s: ${line}`);
  const { outcomes, issuerAsked, cpuMicros, faults } = await runGuesses(exchange, { count, seed: values.seed, log });
  console.log(`seed ${values.seed}: ${count} guesses`);
  for (const [kind, { answers, medianMs }] of outcomes) console.log(`${kind}: ${answers}; median ${medianMs.toFixed(1)} ms`);
  console.log(`the issuer was asked about ${issuerAsked.submitted} submitted and ${issuerAsked.checked} bought vouchers`);
  const ratio = cpuMicros.guess / cpuMicros.look;
  console.log(
    `processor time: ${Math.round(cpuMicros.guess)} µs a guess, ${Math.round(cpuMicros.look)} µs a look at an order (ratio ${ratio.toFixed(2)})`,
  );
  console.log(faults.length === 0 ? 'nothing was learnt' : `LEARNT: ${faults.join('\n  ')}`);
  process.exitCode = Number(faults.length > 0);
} finally {
  await exchange.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
