/**
 * Measures the first paint of the built site, served from an in-memory exchange, on a phone that Chromium throttles, and how much
 * the pages work while polls bring nothing new. Prints a table. `npm run bench -- paint`
 */
import { loadavg } from 'node:os';
import type { Page, Browser as Program } from 'playwright-core';
import { launchBrowser } from '../src/browser/device.ts';
import { findChromium } from '../src/browser/find-chromium.ts';
import { startMockSite } from '../src/system/mock-site.ts';
import { type Row, tableOf, verdictOf } from './table.ts';

const PAGES = [
  ['home', '/'],
  ['buy form', '/buy/pm'],
  ['sell form', '/sell/pm'],
  ['swap form', '/exchange/pm-trc20'],
] as const;
/** Pages that are watched while they poll. */
const IDLE_PAGES = PAGES.slice(0, 2);
const RUNS = 5;
const SCREEN = { width: 390, height: 844 };
const DOWN_BITS_PER_SECOND = 1_600_000;
const UP_BITS_PER_SECOND = 750_000;
const ROUND_TRIP_MS = 150;
const CPU_SLOWDOWN = 4;
/** Pause after the load event, within which the largest paint and all layout shifts happen. */
const SETTLE_MS = 2_500;
/** Pause before counting begins, within which the font loads and the first polls are answered. */
const IDLE_SETTLE_MS = 8_000;
const IDLE_MS = 30_000;
const LCP_MS_MAX = 1_000;
const SHIFT_MAX = 0.01;

/** Script that runs before the page's own: counts paints, layout shifts, React commits (through its developer tools' hook) and changes of the document. */
const OBSERVER = `
  const seen = (window.__seen = { lcpMs: 0, lcpElement: '', fcpMs: 0, shift: 0, commits: 0, mutations: 0 });
  const observe = (type, each) => new PerformanceObserver((list) => list.getEntries().forEach(each)).observe({ type, buffered: true });
  observe('largest-contentful-paint', (entry) => { seen.lcpMs = entry.startTime; seen.lcpElement = entry.element?.tagName.toLowerCase() ?? ''; });
  observe('paint', (entry) => { if (entry.name === 'first-contentful-paint') seen.fcpMs = entry.startTime; });
  observe('layout-shift', (entry) => { if (!entry.hadRecentInput) seen.shift += entry.value; });
  window.__REACT_DEVTOOLS_GLOBAL_HOOK__ = {
    renderers: new Map(), supportsFiber: true, inject: () => 1, checkDCE() {}, onCommitFiberUnmount() {}, onPostCommitFiberRoot() {},
    onCommitFiberRoot() { seen.commits += 1; },
  };
  const isClock = (node) => Boolean((node.nodeType === 1 ? node : node.parentElement)?.closest('[role=timer], [data-clock]'));
  new MutationObserver((records) => { seen.mutations += records.filter(({ target }) => !isClock(target)).length; })
    .observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
`;

interface PaintMetrics {
  readonly lcpMs: number;
  readonly lcpElement: string;
  readonly fcpMs: number;
  readonly shift: number;
  readonly commits: number;
  readonly mutations: number;
}

/** Measures, prints the table, and sets exit code 1 when a goal is missed. */
export async function benchFirstPaint(): Promise<void> {
  const executable = findChromium();
  if (!executable) throw new Error('There is no chromium.');
  const [site, program] = await Promise.all([startMockSite(), launchBrowser(executable)]);
  const rows: Row[] = [];
  try {
    for (const [title, path] of PAGES) rows.push(...(await paintRows(program, site.webUrl, title, path)));
    rows.push(...(await Promise.all(IDLE_PAGES.map(([title, path]) => idleRow(program, site.webUrl, title, path)))));
  } finally {
    await program.close();
    await site.stop();
  }
  console.log(
    `${tableOf(rows)}\n\nload average ${loadavg()
      .map((load) => load.toFixed(1))
      .join(' ')}`,
  );
  if (rows.some(({ verdict }) => verdict === 'missed')) process.exitCode = 1;
}

async function paintRows(program: Program, siteUrl: string, title: string, path: string): Promise<Row[]> {
  const runs: PaintMetrics[] = [];
  for (let run = 0; run < RUNS; run += 1) runs.push(await onNewPhone(program, siteUrl, (page) => paint(page, path)));
  const lcp = runs.map(({ lcpMs }) => lcpMs).sort((a, b) => a - b);
  const fcp = runs.map(({ fcpMs }) => fcpMs).sort((a, b) => a - b);
  const shift = Math.max(...runs.map(({ shift: each }) => each));
  const element = runs.at(-1)?.lcpElement ?? '';
  const row = (name: string, goal: string, measured: string, spread: string, verdict: string, detail: string): Row => ({
    title: `${title}: ${name}`,
    goal,
    measured,
    cpu: '',
    spread,
    verdict,
    detail,
  });
  return [
    row(
      'largest paint',
      `≤ ${LCP_MS_MAX} ms`,
      `${ms(median(lcp))}`,
      spreadOf(lcp),
      verdictOf(median(lcp), LCP_MS_MAX),
      `<${element}>, first paint ${ms(median(fcp))}`,
    ),
    row('layout shift', `≤ ${SHIFT_MAX}`, shift.toFixed(4), '', verdictOf(shift, SHIFT_MAX), 'worst run'),
  ];
}

async function paint(page: Page, path: string): Promise<PaintMetrics> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: ROUND_TRIP_MS,
    downloadThroughput: DOWN_BITS_PER_SECOND / 8,
    uploadThroughput: UP_BITS_PER_SECOND / 8,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await page.goto(path, { waitUntil: 'load' });
  await page.waitForTimeout(SETTLE_MS);
  return readMetrics(page);
}

/** Counts React commits and document changes while polls bring nothing new for half a minute. There should be none. */
async function idleRow(program: Program, siteUrl: string, title: string, path: string): Promise<Row> {
  const [before, after] = await onNewPhone(program, siteUrl, async (page) => {
    await page.goto(path, { waitUntil: 'load' });
    await page.waitForTimeout(IDLE_SETTLE_MS);
    const first = await readMetrics(page);
    await page.waitForTimeout(IDLE_MS);
    return [first, await readMetrics(page)] as const;
  });
  const commits = after.commits - before.commits;
  const mutations = after.mutations - before.mutations;
  return {
    title: `${title}: ${IDLE_MS / 1_000} s of polling with nothing new`,
    goal: '0 commits',
    measured: `${commits} commits`,
    cpu: '',
    spread: '',
    verdict: before.commits === 0 ? 'missed' : verdictOf(commits + mutations, 0),
    detail: before.commits === 0 ? 'commits could not be counted' : `${mutations} changes of the document; ${before.commits} commits while loading`,
  };
}

async function onNewPhone<T>(program: Program, siteUrl: string, use: (page: Page) => Promise<T>): Promise<T> {
  const context = await program.newContext({ baseURL: siteUrl, viewport: SCREEN, deviceScaleFactor: 2, isMobile: true, hasTouch: true });
  try {
    const page = await context.newPage();
    await page.addInitScript(OBSERVER);
    return await use(page);
  } finally {
    await context.close();
  }
}

function readMetrics(page: Page): Promise<PaintMetrics> {
  return page.evaluate<PaintMetrics>('({ ...window.__seen })');
}

function median(sorted: readonly number[]): number {
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

function spreadOf(sorted: readonly number[]): string {
  return `${ms(sorted[0] ?? Number.NaN)}–${ms(sorted.at(-1) ?? Number.NaN)}`;
}

function ms(value: number): string {
  return `${Math.round(value)} ms`;
}
