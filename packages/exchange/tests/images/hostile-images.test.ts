import { execFileSync } from 'node:child_process';
import { AppError } from '@quydoi/contract/errors';
import { IMAGE_MAX, KEPT_IMAGE_SIDE } from '@quydoi/domain/image';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { createImageCleaner, processLimits } from '../../src/images/clean-image.ts';
import { pngChunk, pngOf } from '../../testing/png.ts';

/** Text that must not be found in what is kept. */
const MARK = 'PAYLOAD-8f3a';
const REFUSALS = ['IMAGE_INVALID', 'IMAGE_TOO_LARGE'];
const cleaner = createImageCleaner();
const MB = 1_048_576;

let jpeg: Buffer;
let png: Buffer;

beforeAll(async () => {
  const drawn = () => sharp({ create: { width: 320, height: 200, channels: 3, background: '#80c020' } });
  jpeg = await drawn()
    .withExif({ IFD0: { Copyright: MARK } })
    .jpeg()
    .toBuffer();
  png = await drawn().png().toBuffer();
});

/** What becomes of a file: the picture that would be kept, or the code of the refusal. Anything else fails the test. */
async function outcomeOf(file: Uint8Array): Promise<Buffer | string> {
  try {
    return await cleaner.clean(file, 'identity');
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}

async function expectHarmless(file: Uint8Array): Promise<void> {
  const outcome = await outcomeOf(file);
  if (typeof outcome === 'string') {
    expect(REFUSALS).toContain(outcome);
    return;
  }
  const { format, width, height, exif, icc, xmp } = await sharp(outcome).metadata();
  expect([format, exif, icc, xmp]).toEqual(['jpeg', undefined, undefined, undefined]);
  expect(Math.max(width, height)).toBeLessThanOrEqual(KEPT_IMAGE_SIDE);
  expect(outcome.includes(MARK)).toBe(false);
  expect(outcome.includes('<script')).toBe(false);
}

const svgOf = (inner: string, attributes = 'width="80" height="50"') =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${inner}</svg>`);

const SVG_CONTENT: readonly string[] = [
  `<script>alert('${MARK}')</script>`,
  `<script href="https://evil.example/x.js"/>`,
  `<foreignObject width="80" height="50"><body xmlns="http://www.w3.org/1999/xhtml"><script>${MARK}</script></body></foreignObject>`,
  `<image xlink:href="https://evil.example/${MARK}.png" width="80" height="50"/>`,
  `<image xlink:href="file:///etc/passwd" width="80" height="50"/>`,
  `<image href="/etc/hostname" width="80" height="50"/>`,
  `<use xlink:href="https://evil.example/a.svg#b"/>`,
  `<a xlink:href="javascript:alert(1)"><text>${MARK}</text></a>`,
  `<rect width="80" height="50" onload="alert('${MARK}')"/>`,
  `<style>@import url("https://evil.example/${MARK}.css");</style>`,
  `<style>rect{fill:url("https://evil.example/x#y")}</style><rect width="80" height="50"/>`,
  `<text font-family="${MARK.repeat(500)}">x</text>`,
  `${'<g>'.repeat(5_000)}${'</g>'.repeat(5_000)}`,
  `<filter id="f"><feGaussianBlur stdDeviation="100000"/></filter><rect filter="url(#f)" width="80" height="50"/>`,
  `<defs><g id="a"><rect width="1" height="1"/></g>${Array.from({ length: 20 }, (_, i) => `<g id="${'a'.repeat(i + 2)}">${`<use xlink:href="#${'a'.repeat(i + 1)}"/>`.repeat(10)}</g>`).join('')}</defs><use xlink:href="#${'a'.repeat(21)}"/>`,
  `<pattern id="p" width="0.0001" height="0.0001"><rect width="1" height="1"/></pattern><rect fill="url(#p)" width="80" height="50"/>`,
  `<metadata>${MARK}</metadata><rect width="80" height="50"/>`,
  '<rect',
  '',
];

/** Small files that took gigabytes or a minute to draw. */
const SVG_BOMBS: Readonly<Record<string, string>> = {
  turbulence: '<filter id="f"><feTurbulence numOctaves="100" baseFrequency="0.9"/></filter><rect filter="url(#f)" width="2000" height="2000"/>',
  'many filter results': `<filter id="f">${Array.from({ length: 250 }, (_, i) => `<feOffset dx="1" result="r${i}"/>`).join('')}</filter><rect filter="url(#f)" width="2000" height="2000"/>`,
  masks: `${'<mask id="m"><rect width="9" height="9"/></mask><g mask="url(#m)">'.repeat(60)}<rect width="9" height="9"/>${'</g>'.repeat(60)}`,
};

const SVG_SIZES = [
  'width="65535" height="65535"',
  'width="1e9" height="1e9"',
  'width="0" height="0"',
  'width="-5" height="5"',
  'viewBox="0 0 1e30 1e30"',
  '',
];

const DOCUMENT_TYPES = [
  `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg"><text>&x;</text></svg>`,
  `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]><svg xmlns="http://www.w3.org/2000/svg"><text>&b;</text></svg>`,
  `<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "https://evil.example/svg.dtd"><svg xmlns="http://www.w3.org/2000/svg"/>`,
  `<?xml version="1.0" encoding="UTF-16"?><svg xmlns="http://www.w3.org/2000/svg"/>`,
  `<svg xmlns="http://www.w3.org/2000/svg"><!ENTITY x "y"></svg>`,
  `<?xml version="1.0" encoding="UTF-7"?><svg xmlns="http://www.w3.org/2000/svg">+ADw-image href="file:///etc/passwd"/+AD4-</svg>`,
];

const OTHER_KINDS = [
  'GIF89a',
  'GIF87a',
  'RIFF....WEBPVP8 ',
  'BM6',
  'II*\0',
  'MM\0*',
  '%PDF-1.7',
  'PK\x03\x04',
  '\x1f\x8b\x08',
  '<!doctype html><script>',
  '#!/bin/sh\n',
  'MZ',
  '\x7fELF',
  '8BPS',
  '\0\0\0\x18ftypheic',
  '\0\0\0\x18ftypavif',
  '#define x_width 1',
  'P6 1 1 255 ',
  '\0',
  '',
  ' ',
  'https://evil.example/a.png',
  '../../etc/passwd',
  'data:image/png;base64,AAAA',
];

describe('hostile pictures', () => {
  test.each(SVG_CONTENT.map((inner) => [inner.slice(0, 60), inner]))('SVG with %s', async (_, inner) => expectHarmless(svgOf(inner)));
  test.each(Object.entries(SVG_BOMBS))('SVG with %s is refused unread', async (_, inner) => {
    expect(await outcomeOf(svgOf(inner))).toBe('IMAGE_INVALID');
  });

  test.each(SVG_SIZES)('SVG of size %s', async (attributes) => expectHarmless(svgOf('<rect width="10" height="10"/>', attributes)));
  test.each(DOCUMENT_TYPES)('SVG with a document type: %s', async (text) => expect(await outcomeOf(Buffer.from(text))).toBe('IMAGE_INVALID'));
  test.each(OTHER_KINDS)('no picture that is taken: %j', async (start) => {
    expect(await outcomeOf(Buffer.concat([Buffer.from(start, 'latin1'), Buffer.alloc(200)]))).toBe('IMAGE_INVALID');
  });

  test.each(Array.from({ length: 24 }, (_, index) => index / 24))('a JPEG of which only the first %f are there', async (share) =>
    expectHarmless(jpeg.subarray(0, Math.floor(jpeg.length * share))),
  );
  test.each(Array.from({ length: 24 }, (_, index) => index / 24))('a PNG of which only the first %f are there', async (share) =>
    expectHarmless(png.subarray(0, Math.floor(png.length * share))),
  );

  test.each(Array.from({ length: 40 }, (_, index) => index))('a picture with a wrong byte, %i', async (index) => {
    const file = Buffer.from(index % 2 === 0 ? jpeg : png);
    const at = Math.floor((file.length * (index + 1)) / 42);
    file[at] = (file[at] ?? 0) ^ 0xff;
    await expectHarmless(file);
  });

  test.each([
    ['HTML', `<html><script>${MARK}</script>`],
    ['PHP', `<?php system('${MARK}') ?>`],
    ['a ZIP', `PK\x03\x04${MARK}`],
    ['a PDF', `%PDF-1.7 ${MARK}`],
  ])('a JPEG and a PNG with %s behind them', async (_, tail) => {
    for (const file of [jpeg, png]) {
      const outcome = await outcomeOf(Buffer.concat([file, Buffer.from(tail)]));
      expect(typeof outcome === 'string' ? outcome : outcome.includes(MARK)).toBe(false);
    }
  });

  test.each(['tEXt', 'iTXt', 'eXIf', 'iCCP'])('a PNG with a chunk %s of ours', async (type) => {
    const withText = Buffer.concat([png.subarray(0, 33), pngChunk(type, Buffer.from(`Comment\0\0${MARK}`)), png.subarray(33)]);
    await expectHarmless(withText);
  });

  test.each([
    [65_535, 65_535],
    [65_535, 1],
    [1, 65_535],
    [0x7fffffff, 0x7fffffff],
    [12_001, 10],
    [10_000, 4_001],
  ])('a PNG that says it is %i × %i', async (width, height) => {
    expect(await outcomeOf(pngOf(width, height, Buffer.alloc(1_000)))).toMatch(/^IMAGE_/);
  });

  test('pixels that are far larger than the file are read within the memory of the child, not ours', async () => {
    const bomb = pngOf(8_000, 5_000, Buffer.alloc(8_001 * 5_000));
    expect(bomb.length).toBeLessThan(100_000);
    const before = process.memoryUsage().rss;
    const outcome = await outcomeOf(bomb);
    expect(typeof outcome).not.toBe('string');
    expect(process.memoryUsage().rss - before).toBeLessThan(150 * MB);
  });

  test('the process that reads them has limits of its own, also where no one waits for it', () => {
    const told = (kind: 'png' | 'jpeg' | 'svg') =>
      execFileSync('/bin/sh', ['-c', `${processLimits(kind)} && ulimit -t && ulimit -v`], { encoding: 'utf8' });
    expect([told('png'), told('jpeg'), told('svg')]).toEqual(['10\n2000000\n', '10\n2000000\n', '3\n2000000\n']);
  });

  test('an SVG of the most pixels that are taken is drawn within its limits', async () => {
    const drawing = '<rect width="7900" height="5000" fill="#ccc"/><circle cx="3000" cy="2500" r="2000"/><path d="M0 0L7900 5000" stroke="red"/>';
    expect(typeof (await outcomeOf(svgOf(drawing, 'width="7900" height="5000"')))).not.toBe('string');
  });

  test('a file over 10 MB is refused before it is read', async () => {
    expect(await outcomeOf(Buffer.concat([jpeg, Buffer.alloc(IMAGE_MAX.bytes)]))).toBe('IMAGE_TOO_LARGE');
  });

  test('what is kept is taken again as it is: nothing grows or is lost by being drawn anew', async () => {
    const once = await outcomeOf(jpeg);
    const twice = await outcomeOf(once as Buffer);
    expect((twice as Buffer).length / (once as Buffer).length).toBeCloseTo(1, 1);
  });
});
