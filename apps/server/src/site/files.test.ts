import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readSiteFiles, type SiteFiles } from './files.ts';

let folder: string;
let files: SiteFiles;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'quydoi-files-'));
  mkdirSync(join(folder, 'client/assets'), { recursive: true });
  mkdirSync(join(folder, 'kept'));
  writeFileSync(join(folder, 'client/assets/page-2.js'), 'new');
  writeFileSync(join(folder, 'client/favicon.svg'), '<svg/>');
  writeFileSync(join(folder, 'kept/page-1.js'), 'old');
  writeFileSync(join(folder, 'kept/pruned.js'), 'older');
  writeFileSync(join(folder, 'kept/secret.env'), 'x');
  files = await readSiteFiles(join(folder, 'client'), join(folder, 'kept'));
});
afterEach(() => rmSync(folder, { recursive: true }));

async function bodyOf(path: string): Promise<string | number | null> {
  const response = await files.answer(new Request(`http://localhost${path}`), path);
  return response && (response.ok ? response.text() : response.status);
}

test('serves the build, and the files of earlier builds', async () => {
  expect(await bodyOf('/assets/page-2.js')).toBe('new');
  expect(await bodyOf('/favicon.svg')).toBe('<svg/>');
  expect(await bodyOf('/assets/page-1.js')).toBe('old');
  const old = await files.answer(new Request('http://localhost/assets/page-1.js'), '/assets/page-1.js');
  expect(old?.headers.get('cache-control')).toContain('immutable');
  expect(old?.headers.get('content-type')).toContain('javascript');
});

test('serves nothing else', async () => {
  expect(await bodyOf('/assets/page-0.js')).toBeNull();
  expect(await bodyOf('/page-1.js')).toBeNull();
  expect(await bodyOf('/assets/secret.env')).toBeNull();
  expect(await bodyOf('/assets/../kept/page-1.js')).toBeNull();
});

test('a file that was pruned meanwhile is missing, and no error', async () => {
  rmSync(join(folder, 'kept/pruned.js'));
  expect(await bodyOf('/assets/pruned.js')).toBe(404);
});

test('every file names its type, and texts their charset, missing ones too', async () => {
  rmSync(join(folder, 'kept/pruned.js'));
  const typeOf = async (path: string) => (await files.answer(new Request(`http://localhost${path}`), path))?.headers.get('content-type');
  expect([await typeOf('/assets/page-2.js'), await typeOf('/favicon.svg'), await typeOf('/assets/pruned.js')]).toEqual([
    'text/javascript; charset=utf-8',
    'image/svg+xml; charset=utf-8',
    'text/plain; charset=utf-8',
  ]);
});

test('a first build has no earlier ones', async () => {
  const first = await readSiteFiles(join(folder, 'client'), join(folder, 'none'));
  expect(first.has('/assets/page-2.js')).toBe(true);
});
