/**
 * `npm run screens [-- OPTIONS]`: pictures of every page and every state of an order, over the exchange in memory, in `.cache/screens/`
 * with an `index.html` that shows them side by side. They are for people to look at; nothing is compared.
 *
 * Options: `--width PX` and `--theme light|dark` (repeatable; default 360, 390, 768, 1280 and 1920, both themes), `--locale CODE` (a language of
 * the site, repeatable, default vi), `--only TEXT` (pages whose name contains it). Dialogs and refused forms are `opened-…`.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { DEFAULT_LOCALE, isLocale } from '@quydoi/domain/locales';
import type { Page, Browser as Program } from 'playwright-core';
import { type Device, launchBrowser, visit } from '../src/browser/device.ts';
import { findChromium } from '../src/browser/find-chromium.ts';
import { contentShown } from '../src/browser/page-ready.ts';
import { TEXT_PATHS } from '../src/browser/text-paths.ts';
import { type MockSite, startMockSite } from '../src/system/mock-site.ts';
import { readWords, type Say } from './catalogue-words.ts';
import { type Login, PASSWORD, RIGHT_CODE } from './opened/opened-part.ts';
import { OPENED_PARTS } from './opened/opened-parts.ts';

const FOLDER = join(import.meta.dirname, '../../../.cache/screens');
const WIDTHS_PX = ['360', '390', '768', '1280', '1920'];
const THEMES = ['light', 'dark'] as const;
/** Pages without an order, by path. */
const PAGES = [
  '/',
  '/buy/pm',
  '/buy/trc20',
  '/buy/bep20',
  '/buy/erc20',
  '/buy/wmz',
  '/buy/btc',
  '/buy/eth',
  '/sell/pm',
  '/sell/bep20',
  '/sell/btc',
  '/exchange/pm-trc20',
  '/exchange/bep20-erc20',
  '/exchange/btc-eth',
  '/buy/e-voucher',
  '/sell/e-voucher',
  '/exchange/e-voucher-pm',
  '/history',
  '/listing',
  '/status',
  '/blog',
  '/blog/chon-mang-usdt',
  ...TEXT_PATHS,
  '/login',
  '/register',
  '/forgot',
  '/reset?token=00000000',
  '/nowhere',
];
/** Pages whose content is a customer's, by path. */
const MEMBER_PAGES = ['/account', '/history/wallet', '/history/trade', '/verify', '/buy/pm', '/sell/eth'];
/** Longest wait for a page to come to rest; a page that polls may never be idle. */
const REST_MS_MAX = 10_000;
/** The same for a page on which a part was opened, which has come to rest already. */
const OPENED_REST_MS_MAX = 1_000;
const OPENED_MS_MAX = 20_000;
const DEVICES_AT_ONCE = 4;
const LOGINS = [undefined, 'an', 'safe', 'sms'] as const satisfies readonly (Login | undefined)[];
const STILL = `Promise.allSettled([document.fonts.ready, ...document.getAnimations().filter((it) => Number.isFinite(it.effect.getComputedTiming().endTime)).map((it) => it.finished)])`;

/** One picture to be taken. */
interface Shot {
  readonly name: string;
  readonly path: string;
  /** Customer to log in as; none if omitted. */
  readonly login?: Login;
  /** Opens a part of the page. */
  readonly open?: (page: Page, say: Say) => Promise<void>;
}

const { values } = parseArgs({
  options: {
    width: { type: 'string', multiple: true, default: WIDTHS_PX },
    theme: { type: 'string', multiple: true, default: [...THEMES] },
    locale: { type: 'string', multiple: true, default: [DEFAULT_LOCALE] },
    only: { type: 'string', default: '' },
  },
});

const chromium = findChromium();
if (chromium === undefined) throw new Error('There is no Chromium: set CHROMIUM_PATH, or install it (`npm test` does).');
rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER, { recursive: true });
const program = await launchBrowser(chromium);
try {
  const devices = values.locale.flatMap((locale) =>
    values.width.flatMap((width) => THEMES.filter((theme) => values.theme.includes(theme)).map((theme) => deviceOf(width, theme, locale))),
  );
  const queue = [...devices];
  let shots: readonly Shot[] = [];
  const takeNext = async () => {
    for (let device = queue.shift(); device; device = queue.shift()) shots = await takeAll(program, device);
  };
  await Promise.all(Array.from({ length: DEVICES_AT_ONCE }, takeNext));
  writeFileSync(join(FOLDER, 'index.html'), indexOf(shots, devices));
  console.log(`${shots.length * devices.length} pictures of ${shots.length} pages: ${join(FOLDER, 'index.html')}`);
} finally {
  await program.close();
}

function shotsOf({ samples }: MockSite): Shot[] {
  const pages = PAGES.map((path) => ({ name: path === '/' ? 'home' : nameOf(path), path }));
  const orders = samples.map((ref) => ({ name: ref.toLowerCase(), path: `/order/${ref}` }));
  const members = MEMBER_PAGES.map((path) => ({ name: `member-${nameOf(path)}`, path, login: 'an' as const }));
  const parts = OPENED_PARTS.map((part) => ({ ...part, name: `opened-${part.name}` }));
  return [...pages, { name: 'menu', path: '/', open: openMenu }, ...orders, ...members, ...parts];
}

function nameOf(path: string): string {
  return path.slice(1).replace(/\?.*/, '').replaceAll('/', '-');
}

/** The header folds into a menu only where its links do not fit. */
async function openMenu(page: Page): Promise<void> {
  await page.evaluate("document.documentElement.style.fontSize = '200%'");
  const menu = page.getByRole('button', { name: 'Menu' });
  if (await menu.isVisible()) await menu.click();
}

function deviceOf(width: string, colorScheme: (typeof THEMES)[number], locale: string): Device {
  return { widthPx: Number(width), colorScheme, locale: isLocale(locale) ? locale : DEFAULT_LOCALE };
}

/** Takes all pictures of one device, one after the other, over an exchange of its own: some change what customers have. */
async function takeAll(program: Program, device: Device): Promise<readonly Shot[]> {
  const site = await startMockSite();
  try {
    await fetch(`${site.webUrl}/mock/coins`);
    const shots = shotsOf(site).filter(({ name }) => name.includes(values.only));
    for (const login of LOGINS) {
      const own = shots.filter((shot) => shot.login === login);
      if (own.length === 0) continue;
      const { page, close } = await visit(program, site.webUrl, device);
      page.setDefaultTimeout(OPENED_MS_MAX);
      if (login !== undefined) await logIn(page, login);
      for (const shot of own) await take(page, shot, device);
      await close();
    }
    return shots;
  } finally {
    await site.stop();
  }
}

/** Writes a page's picture, and its text to a file of the same name. */
async function take(page: Page, shot: Shot, device: Device): Promise<void> {
  await page.goto(shot.path);
  await contentShown(page);
  await shot.open?.(page, readWords(device.locale)).catch((error: unknown) => {
    // The others are still worth looking at.
    console.warn(`${fileOf(shot, device)}: ${error}`);
    process.exitCode = 1;
  });
  await comeToRest(page, shot.open ? OPENED_REST_MS_MAX : REST_MS_MAX);
  const file = join(FOLDER, fileOf(shot, device));
  await page.screenshot({ path: file, fullPage: true });
  writeFileSync(file.replace(/png$/, 'txt'), `${await page.title()}\n${await page.locator('body').innerText()}`);
  await page.context().setOffline(false);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  if (shot.login === undefined) await page.evaluate('localStorage.clear(); sessionStorage.clear()');
}

async function logIn(page: Page, login: Login): Promise<void> {
  await page.goto('/login?next=/account', { waitUntil: 'networkidle' });
  await page.locator('#login-name').fill(`${login}@example.com`);
  await page.locator('#login-password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  if (login !== 'an') {
    await page.locator('#login-code').fill(RIGHT_CODE);
    await page.keyboard.press('Enter');
  }
  await page.waitForURL(({ pathname }) => pathname === '/account');
}

/** Waits until nothing is loading any more, what loads once it is near the screen included, and animations that end have ended. */
async function comeToRest(page: Page, timeout: number): Promise<void> {
  await page.waitForLoadState('networkidle', { timeout }).catch(() => {});
  await page.evaluate("document.querySelector('[aria-busy=true]')?.scrollIntoView()");
  await page
    .locator('[aria-busy=true]')
    .first()
    .waitFor({ state: 'detached', timeout })
    .catch(() => {});
  await page.evaluate('scrollTo(0, 0)');
  await page.evaluate(STILL);
}

function fileOf({ name }: Shot, { widthPx, colorScheme, locale }: Device): string {
  return `${name}-${widthPx}-${colorScheme}-${locale}.png`;
}

function indexOf(shots: readonly Shot[], devices: readonly Device[]): string {
  const picture = (shot: Shot, device: Device) =>
    `<figure><a href="${fileOf(shot, device)}"><img src="${fileOf(shot, device)}" loading="lazy" alt=""></a><figcaption>${device.widthPx} px, ${device.colorScheme}</figcaption></figure>`;
  const rows = shots.map((shot) => `<h2>${shot.name}</h2><div>${devices.map((device) => picture(shot, device)).join('')}</div>`);
  const style =
    'body{font:14px sans-serif}div{display:flex;gap:8px;overflow-x:auto;align-items:start}figure{margin:0}img{height:480px;border:1px solid #999}';
  return `<!doctype html><meta charset="utf-8"><title>Screens</title><style>${style}</style>${rows.join('\n')}\n`;
}
