import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';

/** Where the built customer site lies. */
const CLIENT_DIR = join(import.meta.dirname, '../../web/dist/client');

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
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

/** Names of built assets carry a hash of their content, so they never change. */
const FOREVER = 'public, max-age=31536000, immutable';
const REVALIDATE = 'no-cache';

/** Answers pages: a built file by its path, else the site's shell. Files are read once, at the start. */
export async function createPages(): Promise<(request: Request) => Promise<Response>> {
  const files = await readFiles(CLIENT_DIR);
  const shell = files.get('/index.html');
  return async (request) => {
    const { pathname } = new URL(request.url);
    const file = files.get(pathname);
    if (file) return new Response(file as never, { headers: headersOf(pathname) });
    // A missing asset is not a page: the shell in its place would be run as a script.
    if (!shell || pathname.startsWith('/assets/')) return new Response('Not found', { status: 404, headers: { 'content-type': 'text/plain' } });
    return new Response(shell as never, { headers: headersOf('/index.html') });
  };
}

function headersOf(path: string): Record<string, string> {
  return {
    'content-type': CONTENT_TYPES[extname(path)] ?? 'application/octet-stream',
    'cache-control': path.startsWith('/assets/') ? FOREVER : REVALIDATE,
  };
}

async function readFiles(dir: string): Promise<Map<string, Buffer>> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile());
  const read = files.map(async (entry) => {
    const path = join(entry.parentPath, entry.name);
    return [path.slice(dir.length), await readFile(path)] as const;
  });
  return new Map(await Promise.all(read));
}
