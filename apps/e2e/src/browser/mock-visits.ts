import type { Page, Browser as Program } from 'playwright-core';
import { afterAll, beforeAll, describe } from 'vitest';
import { type MockSite, startMockSite } from '../system/mock-site.ts';
import { templateCode } from '../system/template.ts';
import { type Device, launchBrowser, visit } from './device.ts';
import { findChromium } from './find-chromium.ts';
import { PHONE_WIDTH_PX } from './phone.ts';

/** The built pages over an exchange in memory, and a browser: both run while the block's tests do. */
export interface MockVisits {
  site(): MockSite;
  /** Opens a new device for `use`: a phone, light and in Vietnamese unless said otherwise. @returns what `use` returns */
  onDevice<T>(device: Partial<Device>, use: (page: Page, pageErrors: string[]) => Promise<T>): Promise<T>;
  /** `onDevice` for a phone. */
  onPhone<T>(use: (page: Page, pageErrors: string[]) => Promise<T>): Promise<T>;
}

const PHONE: Device = { widthPx: PHONE_WIDTH_PX, colorScheme: 'light', locale: 'vi' };

/**
 * Describes tests that visit a mock site of their own. On a machine without a browser they are shown as skipped; `npm test` fails there in CI.
 */
export function describeOnMockSite(name: string, tests: (visits: MockVisits) => void): void {
  const chromium = findChromium();
  describe.skipIf(chromium === undefined)(name, () => {
    let site: MockSite;
    let program: Program;
    beforeAll(async () => {
      [site, program] = await Promise.all([startMockSite(templateCode()), launchBrowser(chromium ?? '')]);
    });
    afterAll(async () => {
      await program?.close();
      await site?.stop();
    });

    const onDevice: MockVisits['onDevice'] = async (device, use) => {
      const { page, pageErrors, close } = await visit(program, site.webUrl, { ...PHONE, ...device });
      try {
        return await use(page, pageErrors);
      } finally {
        await close();
      }
    };
    tests({ site: () => site, onDevice, onPhone: (use) => onDevice({}, use) });
  });
}
