/**
 * Tortures a whole exchange in a folder of its own and judges it by the world's books: `--minutes N` (10), `--seed S` (by lot), `--naive` (with a
 * signer that must be caught), `--keep` (leaves the folder). Exit code 0 when nothing is wrong, or, with `--naive`, when something is.
 */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chaosExchangeOptions } from '../src/chaos/exchange-options.ts';
import { formatReport } from '../src/chaos/report.ts';
import { NAIVE_REST_MS_MAX, runChaos } from '../src/chaos/run-chaos.ts';
import { startExchangeIn } from '../src/system/exchange-under-test.ts';

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

const dataDir = mkdtempSync(join(tmpdir(), 'quydoi-torture-'));
const exchange = await startExchangeIn(dataDir, chaosExchangeOptions(values.naive));
try {
  const patience = values.naive ? { restMsMax: NAIVE_REST_MS_MAX } : {};
  const report = await runChaos(exchange, { seed: values.seed, durationMs, ...patience, say: (line) => console.log(line) });
  const { text, isGood } = formatReport(report, { durationMs, isNaive: values.naive });
  console.log(text);
  process.exitCode = isGood ? 0 : 1;
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  await exchange.stop();
  if (values.keep) console.log(`left in ${dataDir}`);
  else rmSync(dataDir, { recursive: true, force: true });
}
