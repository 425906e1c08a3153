import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser as Program } from 'playwright-core';
import encodeQR from 'qr';
import { launchBrowser } from './device.ts';

const WIDTH_PX = 640;
const HEIGHT_PX = 480;
/** Side of a QR code's module in the picture. */
const MODULE_PX = 8;
const [WHITE, BLACK, NO_COLOUR] = [235, 16, 128];

/** What the camera shows: a QR code of a text, or a white picture. */
export type CameraPicture = { readonly code: string } | 'nothing';

/** Starts Chromium with a fake camera that shows a picture. Every site may use the camera. */
export async function withCamera(executablePath: string, picture: CameraPicture, use: (program: Program) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'quydoi-e2e-camera-'));
  const file = join(folder, 'picture.y4m');
  writeFileSync(file, videoOf(picture));
  const program = await launchBrowser(executablePath, [
    '--use-fake-ui-for-media-stream',
    '--use-fake-device-for-media-stream',
    `--use-file-for-fake-video-capture=${file}`,
  ]);
  try {
    await use(program);
  } finally {
    await program.close();
    rmSync(folder, { recursive: true });
  }
}

/** A video of one picture (YUV4MPEG2), which Chromium repeats. */
function videoOf(picture: CameraPicture): Buffer {
  const luma = Buffer.alloc(WIDTH_PX * HEIGHT_PX, WHITE);
  if (picture !== 'nothing') drawCode(luma, picture.code);
  const colours = Buffer.alloc((WIDTH_PX * HEIGHT_PX) / 2, NO_COLOUR);
  return Buffer.concat([Buffer.from(`YUV4MPEG2 W${WIDTH_PX} H${HEIGHT_PX} F10:1 Ip A1:1 C420jpeg\nFRAME\n`), luma, colours]);
}

function drawCode(luma: Buffer, text: string): void {
  const rows = encodeQR(text, 'raw', { scale: MODULE_PX, border: 4 });
  const [left, top] = [Math.floor((WIDTH_PX - rows.length) / 2), Math.floor((HEIGHT_PX - rows.length) / 2)];
  for (const [y, row] of rows.entries()) {
    for (const [x, isDark] of row.entries()) if (isDark) luma[(top + y) * WIDTH_PX + left + x] = BLACK;
  }
}
