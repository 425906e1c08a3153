import { ENTRY_ID } from './page-state.ts';

interface ManifestEntry {
  readonly file: string;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
}

/** Vite's client manifest: chunks by source file. Empty in development. */
const MANIFEST: Readonly<Record<string, ManifestEntry>> =
  Object.values(import.meta.glob<Record<string, ManifestEntry>>('../dist/client/manifest.json', { eager: true, import: 'default' }))[0] ?? {};

/** Content of the client build's stylesheets, by path. */
const STYLES: Readonly<Record<string, string>> = import.meta.glob<string>('../dist/client/assets/index-*.css', {
  eager: true,
  query: '?raw',
  import: 'default',
});

/** HTML tags of the scripts and styles that a page loads initially. */
export interface PageAssets {
  /** Inlined styles for `<head>`, so that the first paint needs no other request. */
  readonly styles: string;
  /**
   * Module preloads of the entry script, which the recovery script starts, and of each other chunk to avoid request chains. Placed at the end of
   * `<body>`, at a low priority: scripts that are requested earlier compete with the content for bandwidth.
   */
  readonly scripts: string;
}

/** Collects the assets of a page. @param sources source files as named in the manifest; the first is the entry */
export function assetsOf(sources: readonly string[]): PageAssets {
  const scripts = new Set<string>();
  const styles = new Set<string>();
  for (const source of sources) collect(source, scripts, styles);
  const start = MANIFEST[sources[0] ?? '']?.file;
  return {
    styles: Array.from(styles, styleTag).join(''),
    scripts: Array.from(
      scripts,
      (file) => `<link rel="modulepreload" fetchpriority="low" href="/${file}"${file === start ? ` id="${ENTRY_ID}"` : ''}>`,
    ).join(''),
  };
}

function styleTag(file: string): string {
  const text = STYLES[`../dist/client/${file}`];
  return text === undefined ? `<link rel="stylesheet" href="/${file}">` : `<style>${text}</style>`;
}

function collect(source: string, scripts: Set<string>, styles: Set<string>): void {
  const entry = MANIFEST[source];
  if (!entry || scripts.has(entry.file)) return;
  scripts.add(entry.file);
  for (const file of entry.css ?? []) styles.add(file);
  for (const imported of entry.imports ?? []) collect(imported, scripts, styles);
}
