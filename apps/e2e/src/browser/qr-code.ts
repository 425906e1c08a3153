import jsQr from 'jsqr';
import type { Locator } from 'playwright-core';
import { PNG } from 'pngjs';

/** Reads the QR code that is seen in a place of the page, as a camera would. @returns its text; null when none is readable there */
export async function readQrCode(place: Locator): Promise<string | null> {
  const { data, width, height } = PNG.sync.read(await place.screenshot());
  // The module is a CommonJS one that puts its function under `default`.
  const read = (jsQr as unknown as { default?: typeof jsQr.default }).default ?? (jsQr as unknown as typeof jsQr.default);
  return read(new Uint8ClampedArray(data), width, height)?.data ?? null;
}
