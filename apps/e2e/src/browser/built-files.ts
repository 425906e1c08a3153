import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const MANIFEST = join(import.meta.dirname, '../../../web/dist/client/manifest.json');

/** A file of the built site, in Vite's manifest. */
export interface BuiltFile {
  /** Path below the site's root, named by a hash of the content. */
  readonly file: string;
  /** Manifest keys of the files that this one imports at once. */
  readonly imports?: readonly string[];
}

/** Reads the manifest of the built site: its files by source file, those that hold parts of several by a name with an underscore. */
export function readManifest(): Readonly<Record<string, BuiltFile>> {
  return JSON.parse(readFileSync(MANIFEST, 'utf8')) as Record<string, BuiltFile>;
}

/** Pattern of the requests for a built file. @param source key in the manifest. @throws Error if the build has no such file */
export function requestsFor(source: string): string {
  const built = readManifest()[source];
  if (!built) throw new Error(`${source} is not in the build`);
  return `**/${built.file}`;
}

/** Manifest keys of the scripts that load with every page: the entry and what it imports. */
export function startScripts(): ReadonlySet<string> {
  const manifest = readManifest();
  const found = new Set<string>();
  const collect = (source: string) => {
    if (found.has(source)) return;
    found.add(source);
    for (const imported of manifest[source]?.imports ?? []) collect(imported);
  };
  collect('index.html');
  return found;
}

/** Manifest keys of all other scripts. */
export function laterScripts(): readonly string[] {
  const first = startScripts();
  return Object.entries(readManifest()).flatMap(([source, { file }]) => (file.endsWith('.js') && !first.has(source) ? [source] : []));
}

/** The key of a script without the hash that shared parts have in theirs. */
export function stableName(source: string): string {
  return source.replace(/^(_.*)-[\w-]{7}\.js$/, '$1');
}
