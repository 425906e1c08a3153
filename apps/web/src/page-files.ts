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

/**
 * Tags for everything that these sources need at once: their styles written out (a page is painted before anything else has arrived), a preload for each script so that none waits for another, and the
 * first source as the script that starts the page.
 */
export function filesOf(sources: readonly string[]): string {
  const scripts = new Set<string>();
  const styles = new Set<string>();
  for (const source of sources) collect(source, scripts, styles);
  const start = MANIFEST[sources[0] ?? '']?.file;
  return [
    ...Array.from(styles, styleTag),
    ...(start ? [`<script type="module" src="/${start}"></script>`] : []),
    ...Array.from(scripts, (file) => (file === start ? '' : `<link rel="modulepreload" href="/${file}">`)),
  ].join('');
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
