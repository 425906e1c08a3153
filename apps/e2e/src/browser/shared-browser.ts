import type { Browser as Program } from 'playwright-core';
import { launchBrowser } from './device.ts';

let started: Promise<Program> | undefined;

/** The browser of this process, for one test file after the other: devices have nothing in common. It ends with the process. */
export async function sharedBrowser(executablePath: string): Promise<Program> {
  const running = await started?.catch(() => undefined);
  if (running?.isConnected()) return running;
  started = launchBrowser(executablePath);
  return started;
}
