import { expect, test } from 'vitest';
import { createShownPictures } from './shown-pictures.ts';

test('a picture that many ask for is read once; what is not shown is read again', async () => {
  const read: string[] = [];
  let isShown = false;
  const pictures = createShownPictures(async (hash) => {
    read.push(hash);
    return hash === 'a' || isShown ? new Uint8Array([255, 216, 255]) : null;
  });
  const answers = await Promise.all(Array.from({ length: 50 }, () => pictures.get('a')));
  expect(new Set(answers.map((image) => image?.byteLength))).toEqual(new Set([3]));
  expect(await pictures.get('a')).not.toBeNull();
  expect(read).toEqual(['a']);
  expect([await pictures.get('b'), await pictures.get('b')]).toEqual([null, null]);
  isShown = true;
  expect(await pictures.get('b')).not.toBeNull();
  expect(read).toEqual(['a', 'b', 'b', 'b']);
});

test('a reading that fails is no answer, and the next one is made anew', async () => {
  let fails = true;
  const pictures = createShownPictures(async () => {
    if (fails) throw new Error('away');
    return new Uint8Array([1]);
  });
  await expect(pictures.get('a')).rejects.toThrow('away');
  fails = false;
  expect(await pictures.get('a')).toEqual(new Uint8Array([1]));
});

test('no more is kept than there is memory for', async () => {
  let readings = 0;
  const pictures = createShownPictures(async () => {
    readings += 1;
    return new Uint8Array(1_000_000);
  });
  for (let n = 0; n < 40; n += 1) await pictures.get(`p${n}`);
  await pictures.get('p39');
  expect(readings).toBe(40);
  await pictures.get('p0');
  expect(readings).toBe(41);
});
