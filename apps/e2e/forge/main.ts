/**
 * Campaign of forgeries on exchanges in folders of their own: `--count N` (10000), `--seed S` (random), `--credulous` (control experiment with a signer
 * that confirms no payment at first hand). Exits with 0 if every transfer is justified, or, with `--credulous`, if one is not.
 */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { formatForgeries } from '../src/forgery/report.ts';
import { type ForgeryReport, runForgeries } from '../src/forgery/run-forgeries.ts';
import { startExchangeIn } from '../src/system/exchange-under-test.ts';

/** Forgeries per exchange: later ones of the same database meet what earlier ones have left. */
const PER_EXCHANGE = 2_500;
const CREDULOUS_SIGNER = join(import.meta.dirname, '../src/forgery/credulous-signer.ts');

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '10000' },
    seed: { type: 'string', default: randomBytes(4).toString('hex') },
    credulous: { type: 'boolean', default: false },
  },
});
const count = Number(values.count);
if (!Number.isInteger(count) || count < 1) throw new Error('--count is a number of forgeries, at least 1');

const startedMs = performance.now();
const reports: ForgeryReport[] = [];
for (let done = 0; done < count && reports.every(({ unjustified }) => unjustified.length === 0); done += PER_EXCHANGE) {
  const dataDir = mkdtempSync(join(tmpdir(), 'quydoi-forge-'));
  const exchange = await startExchangeIn(dataDir, values.credulous ? { scripts: { signer: CREDULOUS_SIGNER } } : {});
  try {
    const log = (line: string) => console.log(`${Math.round((performance.now() - startedMs) / 1_000)} s: ${line}`);
    reports.push(await runForgeries(exchange, { seed: `${values.seed}-${done}`, count: Math.min(PER_EXCHANGE, count - done), log }));
  } catch (error) {
    console.error(exchange.recentLogs());
    throw error;
  } finally {
    await exchange.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
const { text, unjustified } = formatForgeries(values.seed, reports);
console.log(text);
process.exitCode = unjustified > 0 === values.credulous ? 0 : 1;
