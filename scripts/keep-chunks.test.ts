import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keepChunks } from './keep-chunks.ts';

const DAY_MS = 24 * 3_600_000;
const START = new Date('2026-11-20T00:00:00Z');
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quydoi-chunks-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Replaces the build by one with these files. @returns the names that are kept */
function rebuild(names: readonly string[], afterDays: number): string[] {
  const [assets, kept] = [join(folder, 'client/assets'), join(folder, 'kept')];
  keepChunks(assets, kept, new Date(START.getTime() + afterDays * DAY_MS));
  rmSync(assets, { recursive: true, force: true });
  mkdirSync(assets, { recursive: true });
  for (const name of names) writeFileSync(join(assets, name), name);
  return readdirSync(kept).sort();
}

test('keeps the files of replaced builds for a week after their replacement', () => {
  expect(rebuild(['a.js', 'same.js'], 0)).toEqual([]);
  // The first build stood for 30 days: its pages may have been opened a minute ago.
  expect(rebuild(['b.js', 'same.js'], 30)).toEqual(['a.js', 'same.js']);
  expect(rebuild(['c.js', 'same.js'], 36)).toEqual(['a.js', 'b.js', 'same.js']);
  expect(rebuild(['d.js'], 38)).toEqual(['b.js', 'c.js', 'same.js']);
  expect(rebuild(['e.js'], 46)).toEqual(['d.js']);
});
