import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { takeLock } from './bootstrap/lock.mjs';
import { keepChunks } from './keep-chunks.ts';
import { rootDir } from './root.ts';
import { runTurbo } from './turbo.ts';

const BUILD = ['run', 'build', '--filter=@quydoi/web'];
const BUILD_TASK = '@quydoi/web#build';
const DIST = join(rootDir, 'apps/web/dist');
const CLIENT = join(DIST, 'client');
/** Files of earlier builds, which the server goes on serving. Turbo's cache does not cover them. */
const KEPT = join(DIST, 'kept');
/** Holds turbo's hash of the inputs that the build was made from. Written last, so that an interrupted build or restore does not count. */
const MARKER = join(DIST, '.inputs');

/** Builds the web app, or restores it from turbo's cache, when its inputs have changed. Throws when the build fails. */
export async function ensureWebBuilt(signal?: AbortSignal): Promise<void> {
  if (isCurrent(await hashInputs(signal))) return;
  const release = await takeLock(rootDir, 'web-build', () => console.log('Waiting for another build of the web app…'));
  try {
    const inputs = await hashInputs(signal);
    if (isCurrent(inputs)) return;
    console.log('Building the web app…');
    keepChunks(join(CLIENT, 'assets'), KEPT, new Date());
    // Turbo restores files and deletes none.
    for (const part of [MARKER, CLIENT, join(DIST, 'server')]) rmSync(part, { recursive: true, force: true });
    const { code, output } = await runTurbo([...BUILD, '--output-logs=errors-only'], signal);
    if (code !== 0) throw new Error(`the web app could not be built (code ${code}):\n${output.trim()}`);
    writeFileSync(MARKER, inputs);
  } finally {
    await release();
  }
}

function isCurrent(inputs: string): boolean {
  return existsSync(MARKER) && readFileSync(MARKER, 'utf8') === inputs;
}

/** Turbo's hash of the build task: its own sources, those of the packages below it, their dependencies and configuration. */
async function hashInputs(signal: AbortSignal | undefined): Promise<string> {
  const { code, stdout, stderr } = await runTurbo([...BUILD, '--dry=json'], signal);
  if (code !== 0) throw new Error(`turbo could not plan the build (code ${code}):\n${stderr.trim()}`);
  const { tasks } = JSON.parse(stdout) as { tasks: { taskId: string; hash: string }[] };
  const task = tasks.find(({ taskId }) => taskId === BUILD_TASK);
  if (!task) throw new Error(`turbo knows no task ${BUILD_TASK}`);
  return task.hash;
}
