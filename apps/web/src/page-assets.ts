interface ManifestEntry {
  readonly file: string;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
}

/** The client build's list of chunks by source file; empty in development. */
const MANIFEST: Readonly<Record<string, ManifestEntry>> =
  Object.values(import.meta.glob<Record<string, ManifestEntry>>('../dist/client/manifest.json', { eager: true, import: 'default' }))[0] ?? {};

/** The client build's styles by their file. */
const STYLES: Readonly<Record<string, string>> = import.meta.glob<string>('../dist/client/assets/index-*.css', {
  eager: true,
  query: '?raw',
  import: 'default',
});

/** Tags for everything that these sources need at once. */
export interface PageAssets {
  /** The styles written out, for the head: a page is painted before anything else has arrived. */
  readonly styles: string;
  /**
   * The first source as the script that starts the page, and a preload for each other, so that none waits for another. For the body's end: named
   * any earlier, scripts would take their share of a slow line from the words to be read.
   */
  readonly scripts: string;
}

/** What a page of these sources loads. */
export function assetsOf(sources: readonly string[]): PageAssets {
  const scripts = new Set<string>();
  const styles = new Set<string>();
  for (const source of sources) collect(source, scripts, styles);
  const start = MANIFEST[sources[0] ?? '']?.file;
  return {
    styles: Array.from(styles, styleTag).join(''),
    scripts: [
      ...(start ? [`<script type="module" src="/${start}"></script>`] : []),
      ...Array.from(scripts, (file) => (file === start ? '' : `<link rel="modulepreload" href="/${file}">`)),
    ].join(''),
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
