import { presentTime } from './clock.ts';
import { readEnv } from './env.ts';
import { startMailServer } from './mail/smtp.ts';
import { startSandbox } from './sandbox.ts';

/** Writes a log line as JSON. */
function log(event: string, facts: Readonly<Record<string, unknown>>): void {
  process.stdout.write(`${JSON.stringify({ time: presentTime().toISOString(), name: 'sandbox', event, ...facts })}\n`);
}

const { port, smtpPort, host, options } = readEnv(process.env);
const sandbox = await startSandbox(options, port, host);
const mailServer = await startMailServer(sandbox.world.mail, smtpPort, host);

let ending = false;
async function end(reason: string): Promise<void> {
  if (ending) return;
  ending = true;
  await mailServer.close();
  await sandbox.close();
  log('ended', { reason });
  process.exit(0);
}

process.on('SIGTERM', () => void end('SIGTERM'));
process.on('SIGINT', () => void end('SIGINT'));
process.on('disconnect', () => void end('disconnect'));

log('listening', { port: sandbox.port, url: sandbox.url, dataFolder: options.dataFolder });
// The supervisor waits for this message.
process.send?.({ ready: true });
