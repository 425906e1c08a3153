/**
 * Chaos run on an exchange in a folder of its own, reconciled with the sandbox's books: `--minutes N` (10), `--seed S` (random), `--naive` (control
 * experiment with a signer that pays twice), `--keep` (keeps the folder). Exits with 0 if there is no difference, or, with `--naive`, if there is one.
 */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chaosExchangeOptions } from '../src/chaos/exchange-options.ts';
import { formatReport } from '../src/chaos/report.ts';
import { NAIVE_IDLE_MS_MAX, runChaos } from '../src/chaos/run-chaos.ts';
import { startExchangeIn } from '../src/system/exchange-under-test.ts';

/** Slow machines need several rounds of four minutes until the rarest checkpoints have been reached. */
const FURTHER_ROUNDS_MAX = 6;

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: randomBytes(4).toString('hex') },
    naive: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
  },
});
const durationMs = Number(values.minutes) * 60_000;
if (!(durationMs >= 10_000)) throw new Error('--minutes is a number of minutes, at least 0.2');

const dataDir = mkdtempSync(join(tmpdir(), 'quydoi-chaos-'));
const exchange = await startExchangeIn(dataDir, chaosExchangeOptions(values.naive));
try {
  const limits = values.naive ? { idleMsMax: NAIVE_IDLE_MS_MAX } : { furtherRoundsMax: FURTHER_ROUNDS_MAX };
  const report = await runChaos(exchange, { seed: values.seed, durationMs, ...limits, log: (line) => console.log(line) });
  const { text, isPassed } = formatReport(report, { durationMs, isNaive: values.naive });
  console.log(text);
  process.exitCode = isPassed ? 0 : 1;
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  await exchange.stop();
  if (values.keep) console.log(`kept ${dataDir}`);
  else rmSync(dataDir, { recursive: true, force: true });
}
