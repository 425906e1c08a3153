/** Stands in for a role: reports its environment, works until it is told to stop, and says when it stopped. */
import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const name = process.title.replace('quydoi-', '');
const dir = process.env.STAND_IN_DIR as string;
writeFileSync(join(dir, `${name}.json`), JSON.stringify({ pid: process.pid, env: process.env }));
appendFileSync(join(dir, 'starts.txt'), `${name}\n`);
process.on('SIGTERM', () => {
  if (name === 'signer') return;
  appendFileSync(join(dir, 'stops.txt'), `${name}\n`);
  process.exit(0);
});
setInterval(() => {}, 1_000);
if (name === 'migrate') process.exit(0);
process.send?.({ ready: true });
