import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { type BrowserContext, chromium } from 'playwright-core';
import { readEnvironment } from './env.ts';

/** As root, in a container, and without asking anything of the network. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A browser with a profile of its own. */
export interface Browser {
  readonly context: BrowserContext;
  close(): Promise<void>;
}

/** Path of Chromium, given by `CHROMIUM_PATH` or found among the programs; undefined when there is none. */
export function findChromium(): string | undefined {
  const { CHROMIUM_PATH, PATH = '' } = readEnvironment();
  return (
    CHROMIUM_PATH ??
    PATH.split(delimiter)
      .map((dir) => join(dir, 'chromium'))
      .find((path) => existsSync(path))
  );
}

/** Opens Chromium without a window. */
export async function openBrowser(executablePath: string): Promise<Browser> {
  const profile = mkdtempSync(join(tmpdir(), 'quydoi-e2e-browser-'));
  const context = await chromium.launchPersistentContext(profile, { executablePath, args: FLAGS, headless: true });
  return {
    context,
    async close() {
      await context.close();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}
