import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium, type Page, type Browser as Program } from 'playwright-core';
import { readEnvironment } from '../system/env.ts';

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

/** A device of a visitor: width of its screen, what it asks pages to look like, and the language that was chosen on it. */
export interface Device {
  readonly widthPx: number;
  readonly colorScheme: 'light' | 'dark';
  readonly locale: 'vi' | 'en';
}

/** A page on a device of its own, with what it has complained of so far. */
export interface Visit {
  readonly page: Page;
  /** Uncaught errors, and errors on the console. */
  readonly pageErrors: string[];
  close(): Promise<void>;
}

const HEIGHT_PX = 800;
/** What is awaited on a page is there after this long, or never. */
const SHOWN_MS_MAX = 60_000;

/** Starts Chromium without a window, for any number of devices. */
export function launchBrowser(executablePath: string): Promise<Program> {
  return chromium.launch({ executablePath, args: FLAGS, headless: true });
}

/** A new device in front of a site: nothing is stored on it but the language. Nothing moves on it. */
export async function visit(program: Program, siteUrl: string, { widthPx, colorScheme, locale }: Device): Promise<Visit> {
  const viewport = { width: widthPx, height: HEIGHT_PX };
  const context = await program.newContext({ baseURL: siteUrl, viewport, colorScheme, reducedMotion: 'reduce', deviceScaleFactor: 2 });
  await context.addCookies([{ name: 'language', value: locale, url: siteUrl }]);
  const page = await context.newPage();
  page.setDefaultTimeout(SHOWN_MS_MAX);
  return { page, pageErrors: listen(page), close: () => context.close() };
}

/** What a browser notes when a page has asked about something that moved on at that very moment; the page itself gets over it. */
const MOVED_ON = 'Failed to load resource: the server responded with a status of 409 (Conflict)';

/** What the page complains of from now on: uncaught errors, and anything on its console that is an error. */
function listen(page: Page): string[] {
  const pageErrors: string[] = [];
  page.on('pageerror', (error) => pageErrors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && message.text() !== MOVED_ON) pageErrors.push(message.text());
  });
  return pageErrors;
}

/** How far the page is wider than the screen, in CSS pixels. */
export function overflowPx(page: Page): Promise<number> {
  return page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');
}
