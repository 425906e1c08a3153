import jsQr from 'jsqr';
import type { Locator } from 'playwright-core';
import { PNG } from 'pngjs';

/** Decodes the QR code in a screenshot of an element. @returns its text; null if none is readable */
export async function readQrCode(place: Locator): Promise<string | null> {
  const { data, width, height } = PNG.sync.read(await place.screenshot());
  // CommonJS interop: the function may be under `default`.
  const read = (jsQr as unknown as { default?: typeof jsQr.default }).default ?? (jsQr as unknown as typeof jsQr.default);
  return read(new Uint8ClampedArray(data), width, height)?.data ?? null;
}
