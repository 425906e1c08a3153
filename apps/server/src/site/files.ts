import { readdir, readFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { BROTLI_LEVEL, type EncodedBody, encodeBody } from '@quydoi/api/http/encoding';
import { answerEncoded } from './answer-encoded.ts';

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
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

/** Answers that a file is missing, in plain text: a document in its place would be run as a script. */
export function notFound(): Response {
  return new Response('Not found', { status: 404, headers: { 'content-type': 'text/plain; charset=utf-8' } });
}

/**
 * Reads all files of a build once; each is compressed on first request. The HTML shell is excluded: pages are rendered. Pages that were opened
 * before a deploy go on asking for the files of earlier builds. @param keptDir holds those: flat, read when they are asked for
 */
export async function readSiteFiles(dir: string, keptDir: string): Promise<SiteFiles> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const wanted = paths.filter((path) => extname(path) in CONTENT_TYPES && !path.endsWith('manifest.json'));
  const files = new Map(await Promise.all(wanted.map(async (path) => [path.slice(dir.length), await readFile(path)] as const)));
  const kept = new Set((await readdir(keptDir).catch(() => [])).map((name) => `/assets/${name}`).filter((path) => extname(path) in CONTENT_TYPES));
  const encoded = new Map<string, Promise<EncodedBody>>();

  async function encode(path: string): Promise<EncodedBody> {
    const bytes = files.get(path) ?? (await readFile(join(keptDir, basename(path))));
    return encodeBody(bytes, BROTLI_LEVEL.file, TEXT.has(extname(path)));
  }

  return {
    has: (path) => files.has(path) || kept.has(path),
    answer(request, path) {
      if (!files.has(path) && !kept.has(path)) return null;
      const ready = encoded.get(path) ?? encode(path);
      encoded.set(path, ready);
      return ready.then(
        (body) => answerEncoded(request, body, headersOf(path)),
        // The file of an earlier build was pruned since.
        () => notFound(),
      );
    },
  };
}

function headersOf(path: string): Record<string, string> {
  return {
    'content-type': CONTENT_TYPES[extname(path)] ?? 'application/octet-stream',
    'cache-control': path.startsWith('/assets/') ? FOREVER : REVALIDATE,
  };
}
