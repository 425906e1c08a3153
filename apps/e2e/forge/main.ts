/**
 * Campaign of forgeries on exchanges in folders of their own: `--count N` (10000), `--seed S` (random), `--from N` (0; goes on with a campaign of the
 * same seed that was interrupted after N forgeries), `--credulous` (control experiment with a signer that confirms no payment at first hand). Exits
 * with 0 if every transfer is justified and, in a campaign of 2500 or more, everything that the logins may write was forged; with `--credulous`, if a
 * transfer is not justified.
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
const PER_EXCHANGE = 1_000;
/** Forgeries after which everything that the logins may write has been forged, but for a negligible chance. */
const COVERING = 2_500;
const CREDULOUS_SIGNER = join(import.meta.dirname, '../src/forgery/credulous-signer.ts');

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '10000' },
    seed: { type: 'string', default: randomBytes(4).toString('hex') },
    from: { type: 'string', default: '0' },
    credulous: { type: 'boolean', default: false },
  },
});
const count = Number(values.count);
if (!Number.isInteger(count) || count < 1) throw new Error('--count is a number of forgeries, at least 1');

const from = Number(values.from);
if (!Number.isInteger(from) || from < 0 || from % PER_EXCHANGE !== 0) throw new Error(`--from is a multiple of ${PER_EXCHANGE}`);

const startedMs = performance.now();
const reports: ForgeryReport[] = [];
for (let done = from; done < count && reports.every(({ unjustified }) => unjustified.length === 0); done += PER_EXCHANGE) {
  const dataDir = mkdtempSync(join(tmpdir(), 'quydoi-forge-'));
  const exchange = await startExchangeIn(dataDir, values.credulous ? { scripts: { signer: CREDULOUS_SIGNER } } : {});
  try {
    const log = (line: string) => console.log(`${Math.round((performance.now() - startedMs) / 1_000)} s: ${line}`);
    const report = await runForgeries(exchange, { seed: `${values.seed}-${done}`, count: Math.min(PER_EXCHANGE, count - done), log });
    reports.push(report);
    console.log(formatForgeries(values.seed, [report]).text);
  } catch (error) {
    console.error(exchange.recentLogs());
    console.error(`go on with --seed ${values.seed} --from ${done}`);
    throw error;
  } finally {
    await exchange.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
const { text, unjustified, untried } = formatForgeries(values.seed, reports);
console.log(text);
const isCovering = count - from < COVERING || untried.length === 0;
process.exitCode = values.credulous ? Number(unjustified === 0) : Number(unjustified > 0 || !isCovering);
