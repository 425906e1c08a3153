import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { BROTLI_LEVEL, type EncodedBody, encodeBody } from '@quydoi/api/http/encoding';
import { answerEncoded } from './answer-encoded.ts';

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
};

const TEXT = new Set(['.js', '.css', '.svg', '.json', '.webmanifest', '.txt']);

/** Names of built assets carry a hash of their content, so they never change. */
const FOREVER = 'public, max-age=31536000, immutable';
const REVALIDATE = 'no-cache';

/** The built site's files. */
export interface SiteFiles {
  has(path: string): boolean;
  /** Answers a file by its path; null when there is none. */
  answer(request: Request, path: string): Promise<Response> | null;
}

/** Reads all files of a build once; each is compressed on first request. The HTML shell is excluded: pages are rendered. */
export async function readSiteFiles(dir: string): Promise<SiteFiles> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const wanted = paths.filter((path) => extname(path) in CONTENT_TYPES && !path.endsWith('manifest.json'));
  const files = new Map(await Promise.all(wanted.map(async (path) => [path.slice(dir.length), await readFile(path)] as const)));
  const encoded = new Map<string, Promise<EncodedBody>>();
  return {
    has: (path) => files.has(path),
    answer(request, path) {
      const bytes = files.get(path);
      if (!bytes) return null;
      const ready = encoded.get(path) ?? encodeBody(bytes, BROTLI_LEVEL.file, TEXT.has(extname(path)));
      encoded.set(path, ready);
      return ready.then((body) => answerEncoded(request, body, headersOf(path)));
    },
  };
}

function headersOf(path: string): Record<string, string> {
  return {
    'content-type': CONTENT_TYPES[extname(path)] ?? 'application/octet-stream',
    'cache-control': path.startsWith('/assets/') ? FOREVER : REVALIDATE,
  };
}
