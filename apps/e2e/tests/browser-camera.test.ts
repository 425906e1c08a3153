import { AxeBuilder } from '@axe-core/playwright';
import type { Page, Browser as Program } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { type CameraPicture, withCamera } from '../src/browser/camera.ts';
import { launchBrowser, overflowPx, visit } from '../src/browser/device.ts';
import { findChromium } from '../src/browser/find-chromium.ts';
import { describeOnMockSite } from '../src/browser/mock-visits.ts';
import { PHONE_WIDTH_PX } from '../src/browser/phone.ts';

const TRON = 'TMVQGm1qAQYVdetCeGRRkTWYYrLXuHK2HC';
const EVM = '0x52908400098527886E0F7030069857D2E4169EE7';
const SCAN = 'Quét mã QR địa chỉ ví';
const FIELD = '#buy-wallet';
const SHOWN_MS_MAX = 120_000;
/** How long a press may take: the page may have gone on by itself. */
const PRESS_MS_MAX = 2_000;
/** The library that reads codes, as it is built. */
const LIBRARY = '**/assets/decode-*.js';

/** Keeps every camera that the page opens. */
const KEEP_STREAMS = `
  window.streams = [];
  const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
  navigator.mediaDevices.getUserMedia = async (wanted) => {
    const stream = await open(wanted);
    window.streams.push(stream);
    return stream;
  };
`;
const OPEN_CAMERAS = "window.streams.flatMap((stream) => stream.getTracks()).filter(({ readyState }) => readyState === 'live').length";
/** A browser's own detector, which Chromium has on phones only. */
const OWN_DETECTOR = `
  window.BarcodeDetector = class {
    static async getSupportedFormats() { return ['qr_code']; }
    async detect(picture) { return picture instanceof HTMLVideoElement ? [{ rawValue: '${TRON}' }] : []; }
  };
`;

const chromium = findChromium() ?? '';

describeOnMockSite('an address is scanned by the camera', ({ site }) => {
  async function onPhone(program: Program, path: string, use: (page: Page) => Promise<void>, locale: 'vi' | 'en' = 'vi'): Promise<void> {
    const { page, close } = await visit(program, site().webUrl, { widthPx: PHONE_WIDTH_PX, colorScheme: 'light', locale });
    try {
      page.setDefaultTimeout(SHOWN_MS_MAX);
      await page.addInitScript(KEEP_STREAMS);
      await page.goto(path);
      await use(page);
      expect(await overflowPx(page)).toBeLessThanOrEqual(0);
    } finally {
      await close();
    }
  }

  const looking = (picture: CameraPicture, path: string, use: (page: Page) => Promise<void>) =>
    withCamera(chromium, picture, (program) => onPhone(program, path, use));

  const scan = (page: Page) => page.getByRole('button', { name: SCAN }).click();

  async function expectClosed(page: Page): Promise<void> {
    await expect.poll(() => page.evaluate<number>('window.streams.length'), { timeout: SHOWN_MS_MAX }).toBe(1);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate<number>(OPEN_CAMERAS)).toBe(0);
  }

  test.each([
    ['plain', TRON],
    ['in a link', `tron:${TRON}?amount=10`],
  ])('%s, as it would be typed, and the camera is off', (_way, code) =>
    looking({ code }, '/buy/trc20', async (page) => {
      await scan(page);
      await expectClosed(page);
      await expect.poll(() => page.locator(FIELD).inputValue()).toBe(TRON);
      expect(await page.locator(`${FIELD}-error`).count()).toBe(0);
    }),
  );

  test('of another network: the field says whose it is', () =>
    looking({ code: `ethereum:${EVM}@56` }, '/buy/trc20', async (page) => {
      await scan(page);
      await expectClosed(page);
      expect(await page.locator(`${FIELD}-error`).innerText()).toContain('bạn đang chọn TRC20');
      expect(await page.locator(FIELD).inputValue()).toContain(EVM);
    }));

  test('for a refund', () =>
    looking({ code: TRON }, '/order/SAMPLE-SELLUNDERPAIDOVER', async (page) => {
      await page.getByRole('button', { name: 'Hoàn tiền' }).click();
      await scan(page);
      await expectClosed(page);
      await expect.poll(() => page.locator('#refund-wallet').inputValue()).toBe(TRON);
    }));

  test('not out of any other code: what was typed stays, and scanning goes on until it is closed', () =>
    looking({ code: 'https://example.com/pay' }, '/buy/trc20', async (page) => {
      await page.locator(FIELD).fill('TMVQ');
      await scan(page);
      await page.getByText('Mã vừa quét không phải địa chỉ ví').waitFor();
      expect((await new AxeBuilder({ page }).setLegacyMode().analyze()).violations).toEqual([]);
      expect(await page.evaluate<number>(OPEN_CAMERAS)).toBe(1);
      await page.keyboard.press('Escape');
      await expectClosed(page);
      expect(await page.locator(FIELD).inputValue()).toBe('TMVQ');
    }));

  test('with help when nothing is readable', () =>
    looking('nothing', '/buy/trc20', async (page) => {
      await scan(page);
      await page.getByText('Đưa mã QR nhận tiền của ví vào khung.').waitFor();
      await page.getByText('Vẫn chưa đọc được mã').waitFor();
      await page.getByRole('button', { name: 'Nhập bằng tay' }).click();
      await expectClosed(page);
    }));

  test("by the browser's own detector where it has one, without the library", () =>
    looking('nothing', '/buy/trc20', async (page) => {
      await page.addInitScript(OWN_DETECTOR);
      const loaded: string[] = [];
      page.on('request', (request) => loaded.push(request.url()));
      await page.reload();
      await scan(page);
      await expect.poll(() => page.locator(FIELD).inputValue()).toBe(TRON);
      expect(loaded.filter((url) => /assets\/decode-/.test(url))).toEqual([]);
    }));

  test('after the library could not be loaded at first, as it is said', () =>
    looking({ code: TRON }, '/buy/trc20', async (page) => {
      await page.getByRole('button', { name: SCAN }).waitFor();
      // Nor can the page be loaded anew, which it would be once.
      for (const lost of [LIBRARY, '**/buy/trc20']) await page.route(lost, (route) => route.abort());
      await scan(page);
      await page.getByText('Chưa tải được phần này').waitFor();
      await page.unroute(LIBRARY);
      await page
        .getByRole('button', { name: 'Thử lại' })
        .click({ timeout: PRESS_MS_MAX })
        .catch(() => {});
      await expectClosed(page);
      await expect.poll(() => page.locator(FIELD).inputValue()).toBe(TRON);
    }));

  describe('where there is no picture', () => {
    test.each([
      ['refused', ['--use-fake-ui-for-media-stream=deny', '--use-fake-device-for-media-stream'], 'vi', 'Trang này chưa được phép dùng camera.'],
      [
        'refused',
        ['--use-fake-ui-for-media-stream=deny', '--use-fake-device-for-media-stream'],
        'en',
        'This page is not allowed to use the camera yet.',
      ],
      ['missing', ['--use-fake-ui-for-media-stream'], 'vi', 'Thiết bị này không có camera.'],
      ['missing', ['--use-fake-ui-for-media-stream'], 'en', 'This device has no camera.'],
    ] as const)('%s: said plainly (%s, %s), and the field can be typed into', async (_problem, flags, locale, text) => {
      const program = await launchBrowser(chromium, flags);
      try {
        await onPhone(
          program,
          '/buy/trc20',
          async (page) => {
            await page.getByRole('button', { name: locale === 'vi' ? SCAN : 'Scan a wallet address' }).click();
            await page.getByRole('alert').filter({ hasText: text }).waitFor();
            expect((await new AxeBuilder({ page }).setLegacyMode().analyze()).violations).toEqual([]);
            await page.keyboard.press('Escape');
            await page.getByRole('dialog').waitFor({ state: 'detached' });
            await page.locator(FIELD).fill(TRON);
            await page.locator(FIELD).blur();
            expect(await page.locator(`${FIELD}-error`).count()).toBe(0);
          },
          locale,
        );
      } finally {
        await program.close();
      }
    });
  });
});
