import { LOCALE_CODES } from '@quydoi/domain/locales';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeOnMockSite } from '../src/browser/mock-visits.ts';
import { contentShown, readyToMeasure } from '../src/browser/page-ready.ts';

/** Rows of the header: each is as high as a finger needs. */
const HEADER_ROWS =
  "Math.floor(document.querySelector('header').offsetHeight / parseFloat(getComputedStyle(document.documentElement).fontSize) / 2.75)";
/** Names of steps that reach into their neighbours. */
const STEPS_TOO_WIDE = `[...document.querySelectorAll('ol[aria-label] > li > span:last-child')]
  .filter((name) => name.scrollWidth > name.parentElement.clientWidth + 1).map((name) => name.textContent)`;
/** Lines on which words stand, wherever they stand on the page at once. */
const LINES = `(words) => {
  const texts = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
  const lines = [];
  while (texts.nextNode()) {
    const start = texts.currentNode.data.indexOf(words);
    if (start < 0) continue;
    const range = document.createRange();
    range.setStart(texts.currentNode, start);
    range.setEnd(texts.currentNode, start + words.length);
    lines.push(new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom))).size);
  }
  return lines;
}`;
/** Lines on which the last word of a name stands, if its line can be broken in the middle of the word. */
const LINES_OF_WORD = `(name) => ['ウォレット'].map((word) => {
  name.style.width = '9.5em';
  const text = name.firstChild;
  const range = document.createRange();
  range.setStart(text, text.data.indexOf(word));
  range.setEnd(text, text.data.indexOf(word) + word.length);
  return new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom))).size;
})`;
/** Words of a price and its fees that are broken: those of which a part stands on another line. */
const WORDS_BROKEN = `[...document.querySelectorAll('form dl dt, form dl dd')].flatMap((part) => {
  const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
  const broken = [];
  while (texts.nextNode()) {
    for (const { 0: word, index } of texts.currentNode.data.matchAll(/[^\\s]+/g)) {
      const range = document.createRange();
      range.setStart(texts.currentNode, index);
      range.setEnd(texts.currentNode, index + word.length);
      if (new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom))).size > 1) broken.push(word);
    }
  }
  return broken;
})`;
/** Lines on which the digits of the clock stand. */
const CLOCK_LINES =
  "[...new Set([...document.querySelectorAll('[role=timer] .inline-block')].map((digit) => Math.round(digit.getBoundingClientRect().bottom)))]";
/** Fields and their choices that reach over the edge of the card they are in. */
const OVER_THE_EDGE = `[...document.querySelectorAll('section fieldset > *, form fieldset > *')].filter((part) => {
  const { right } = part.closest('section, form').getBoundingClientRect();
  return [part, ...part.querySelectorAll('label, button')].some((it) => it.getBoundingClientRect().right > right);
}).map((part) => part.textContent.trim().slice(0, 30))`;
const FOOTER_LINKS_BROKEN = `[...document.querySelectorAll('footer li a')].filter((link) => {
  const range = document.createRange();
  range.selectNodeContents(link);
  return range.getClientRects().length > 1;
}).map((link) => link.textContent)`;
const QR_CODE = '**/payment-qr-*.js';

describeOnMockSite('lines and places that hold', ({ onDevice }) => {
  test.each(LOCALE_CODES)('the header is one row at any width and size of text, in %s', (locale) =>
    onDevice({ widthPx: 320, locale }, async (page) => {
      await page.goto('/history', { waitUntil: 'networkidle' });
      await readyToMeasure(page);
      const higher: string[] = [];
      for (const widthPx of [320, 360, 390, 640, 700, 768, 1024, 1280]) {
        await page.setViewportSize({ width: widthPx, height: 800 });
        for (const percent of [100, 150, 200]) {
          await page.evaluate(`document.documentElement.style.fontSize = '${percent}%'`);
          const rows = await page.evaluate<number>(HEADER_ROWS);
          if (rows > 1) higher.push(`${widthPx} px, ${percent} %: ${rows} rows`);
        }
      }
      expect(higher).toEqual([]);
    }),
  );

  test.each([
    ['vi', '/buy/trc20', 'Ngân hàng khác'],
    ['vi', '/order/SAMPLE-PENDING', 'Thông báo khi đơn có cập nhật'],
    ['en', '/order/SAMPLE-PENDING', 'Tell me when the order moves on'],
  ] as const)('a phone has the words of a button on one line: %s %s %s', (locale, path, words) =>
    onDevice({ locale }, async (page) => {
      await page.goto(path, { waitUntil: 'networkidle' });
      await readyToMeasure(page);
      await page.getByRole('button', { name: words }).first().waitFor();
      for (const width of [360, 390]) {
        await page.setViewportSize({ width, height: 800 });
        expect(await linesOf(page, words), `${width} px`).toEqual([1]);
      }
    }),
  );

  test('names of fields in Japanese break between phrases', () =>
    onDevice({ locale: 'jp' }, async (page) => {
      await page.goto('/buy/trc20', { waitUntil: 'networkidle' });
      await readyToMeasure(page);
      expect(await page.evaluate<number[]>(`(${LINES_OF_WORD})(document.querySelector('label[for=buy-wallet]'))`)).toEqual([1]);
    }));

  test('no line breaks within the hours of the support', () =>
    onDevice({}, async (page) => {
      for (const path of ['/login', '/order/SAMPLE-CLAIMED']) {
        await page.goto(path, { waitUntil: 'networkidle' });
        await readyToMeasure(page);
        const [hours = ''] = /8:00.{1,3}22:00/.exec(await page.locator('main').innerText()) ?? [];
        const broken: number[] = [];
        for (let width = 320; width <= 400; width += 4) {
          await page.setViewportSize({ width, height: 800 });
          const lines = await linesOf(page, hours);
          expect(lines.length).toBeGreaterThan(0);
          if (Math.max(...lines) > 1) broken.push(width);
        }
        expect(broken, path).toEqual([]);
      }
    }));

  test('the footer has its links on one line each, with text twice as large on a tablet too', () =>
    onDevice({ widthPx: 768 }, async (page) => {
      await page.goto('/history', { waitUntil: 'networkidle' });
      await readyToMeasure(page);
      await page.evaluate("document.documentElement.style.fontSize = '200%'");
      const broken = await page.evaluate<string[]>(FOOTER_LINKS_BROKEN);
      expect(broken).toEqual([]);
    }));

  test.each(LOCALE_CODES)('the names of an order’s steps stay apart at 320 px, in %s', (locale) =>
    onDevice({ widthPx: 320, locale }, async (page) => {
      for (const name of ['PENDING', 'DELIVERED']) {
        await page.goto(`/order/SAMPLE-${name}`, { waitUntil: 'networkidle' });
        await readyToMeasure(page);
        expect(await page.locator('ol[aria-label] > li > span:last-child').count()).toBe(4);
        expect(await page.evaluate<string[]>(STEPS_TOO_WIDE)).toEqual([]);
      }
    }),
  );

  test('text twice as large keeps its prices whole, its steps apart and its choices within the form', () =>
    onDevice({}, async (page) => {
      const faults: string[] = [];
      for (const path of ['/buy/trc20', '/sell/pm', '/order/SAMPLE-PENDING', '/order/SAMPLE-OVERPAID', '/order/SAMPLE-REFUNDED']) {
        await page.goto(path, { waitUntil: 'networkidle' });
        await readyToMeasure(page);
        await page.evaluate("document.documentElement.style.fontSize = '200%'");
        const found = async (name: string, script: string) => {
          const items = await page.evaluate<string[]>(script);
          if (items.length > 0) faults.push(`${path}: ${name}: ${items.join(', ')}`);
        };
        await found('broken', WORDS_BROKEN);
        await found('overlaps', STEPS_TOO_WIDE);
        await found('over the edge', OVER_THE_EDGE);
        if ((await page.evaluate<number[]>(CLOCK_LINES)).length > 1) faults.push(`${path}: the clock is broken`);
      }
      expect(faults).toEqual([]);
    }));

  test('what a decision yields is on one line, and its fee on another', () =>
    onDevice({}, async (page) => {
      await page.goto('/order/SAMPLE-OVERPAID', { waitUntil: 'networkidle' });
      await readyToMeasure(page);
      await page.getByText('đã trừ phí').waitFor();
      for (const words of ['115,03\u00a0USD', 'đã trừ phí 0,58\u00a0USD']) expect(Math.max(...(await linesOf(page, words))), words).toBe(1);
    }));

  test('the entries of a log stand below one another', () =>
    onDevice({}, async (page) => {
      await page.goto('/order/SAMPLE-REFUNDFAILED', { waitUntil: 'networkidle' });
      await readyToMeasure(page);
      const lefts = await page.evaluate<number[]>("[...document.querySelectorAll('li > time + span')].map((it) => it.getBoundingClientRect().left)");
      expect(lefts.length).toBeGreaterThan(3);
      expect(new Set(lefts).size).toBe(1);
      // The headline's card says who deals with the refund that failed: the refund's own need not.
      expect(await page.getByText('đã nhận được thông báo và sẽ xử lý').count()).toBe(1);
    }));

  test('recent trades name their clock, and with text twice as large their currency is not pushed aside', () =>
    onDevice({}, async (page) => {
      await page.goto('/', { waitUntil: 'networkidle' });
      await readyToMeasure(page);
      const trades = page.locator('section', { hasText: 'Giao dịch gần đây' });
      await trades.getByText('Theo giờ Việt Nam').waitFor();
      await page.evaluate("document.documentElement.style.fontSize = '200%'");
      const parts = trades.locator('li').first().locator('> span');
      const [mark, words] = [await parts.first().boundingBox(), await parts.nth(1).boundingBox()];
      expect(mark && words && mark.x <= words.x).toBe(true);
    }));

  test('percentages stand as Vietnamese writes them', () =>
    onDevice({}, async (page) => {
      await page.goto('/fee-transfer', { waitUntil: 'networkidle' });
      await contentShown(page);
      const text = await page.locator('main').innerText();
      expect(text).toMatch(/0,5%/);
      expect(text).not.toMatch(/\d\s%/);
    }));

  test.each(['SAMPLE-PENDING', 'SAMPLE-APP', 'SAMPLE-SELL'])('the code to scan takes the room that was kept for it on a phone: %s', (ref) =>
    onDevice({ isTouch: true }, async (page) => {
      await page.goto(`/order/${ref}`, { waitUntil: 'networkidle' });
      await page.locator('#payment-qr svg').waitFor();
      const shown = await heightOfCode(page);
      let release = () => {};
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.route(QR_CODE, (route) => held.then(() => route.continue()));
      await page.reload({ waitUntil: 'commit' });
      await page.locator('[data-qr] .animate-pulse').waitFor();
      const kept = await heightOfCode(page);
      release();
      await page.locator('#payment-qr svg').waitFor();
      expect(kept).toBe(shown);
    }),
  );
});

async function heightOfCode(page: Page): Promise<number | undefined> {
  return (await page.locator('[data-qr]').boundingBox())?.height;
}

function linesOf(page: Page, words: string): Promise<number[]> {
  return page.evaluate<number[]>(`(${LINES})(${JSON.stringify(words)})`);
}
