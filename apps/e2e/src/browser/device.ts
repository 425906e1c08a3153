import type { Locale } from '@quydoi/domain/locales';
import { chromium, type Page, type Browser as Program } from 'playwright-core';

/** Flags for running as root in a container without network access. */
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

/** Language whose words the tests know, to act and to read in it. */
export type WordsLocale = Extract<Locale, 'vi' | 'en'>;

/** A visitor's device: screen, preferred color scheme and chosen language. */
export interface Device {
  readonly widthPx: number;
  readonly heightPx?: number;
  /** Whether the device has a touch screen. */
  readonly isTouch?: boolean;
  /** False where the browser runs no script. */
  readonly hasScript?: boolean;
  readonly colorScheme: 'light' | 'dark';
  readonly locale: Locale;
}

/** A page on a device of its own, with its errors so far. */
export interface Visit {
  readonly page: Page;
  /** Uncaught errors, and errors on the console. */
  readonly pageErrors: string[];
  close(): Promise<void>;
}

const HEIGHT_PX = 800;
/** Time limit of everything awaited on a page. */
const SHOWN_MS_MAX = 120_000;

/** Starts headless Chromium, for any number of devices. @param flags more flags for it */
export function launchBrowser(executablePath: string, flags: readonly string[] = []): Promise<Program> {
  return chromium.launch({ executablePath, args: [...FLAGS, ...flags], headless: true });
}

/** Opens a new device on a site: no stored state but the language cookie, no animations. */
export async function visit(program: Program, siteUrl: string, device: Device): Promise<Visit> {
  const { widthPx, heightPx = HEIGHT_PX, isTouch = false, hasScript = true, colorScheme, locale } = device;
  const context = await program.newContext({
    baseURL: siteUrl,
    viewport: { width: widthPx, height: heightPx },
    hasTouch: isTouch,
    isMobile: isTouch,
    javaScriptEnabled: hasScript,
    colorScheme,
    reducedMotion: 'reduce',
    deviceScaleFactor: 2,
  });
  await context.addCookies([{ name: 'language', value: locale, url: siteUrl }]);
  const page = await context.newPage();
  page.setDefaultTimeout(SHOWN_MS_MAX);
  return { page, pageErrors: listen(page), close: () => context.close() };
}

/** Console message for a request that lost a race with a change; the page handles it. */
const CONFLICT = 'Failed to load resource: the server responded with a status of 409 (Conflict)';

/** Collects the page's errors from now on: uncaught ones, and those on its console. */
function listen(page: Page): string[] {
  const pageErrors: string[] = [];
  page.on('pageerror', (error) => pageErrors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && message.text() !== CONFLICT) pageErrors.push(message.text());
  });
  return pageErrors;
}

/** Horizontal overflow of the page in CSS pixels; at most 0 if it fits. */
export function overflowPx(page: Page): Promise<number> {
  return page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');
}
