import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { LOCALE_CODES } from '@quydoi/domain/locales';
import { build } from 'vite';

/*
 * Checks the home page's first load in a finished build: fails above the size budget, or when it includes modules that must load later. Checks what the
 * validation of addresses adds, too.
 */

/** Budget of the home page's initial scripts, brotli-compressed. */
const SCRIPT_BYTES_MAX = 109_000;
/** Budget of the home page's initial styles, brotli-compressed. */
const STYLE_BYTES_MAX = 12_000;
/** Budget of the validation of addresses, brotli-compressed: hashes and alphabets, without the tables that all forms have. */
const ADDRESS_CHECK_BYTES_MAX = 9_000;
const ADDRESS_CHECK = join(import.meta.dirname, '../../../packages/domain/src/address/check.ts');
const TABLES = /banks\.json$|\/(networks|currencies|constants|durations)\.ts$/;
const HOME = ['index.html', 'src/features/home/page.tsx', 'src/locales/vi.po', '../../packages/messages/locales/vi.ts'];

/** Modules that the first load must not include: messages of other languages or of the order page, and, by its content, zod. */
const LATER = LOCALE_CODES.flatMap((locale) =>
  ['', 'order/'].flatMap((part) => [`src/locales/${part}${locale}.po`, `../../packages/messages/locales/${part}${locale}.ts`]),
).filter((source) => !HOME.includes(source));
const ZOD = /\b_zod\b|ZodError/;

interface Entry {
  readonly file: string;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
}

const client = join(import.meta.dirname, '../dist/client');
const manifest = JSON.parse(readFileSync(join(client, 'manifest.json'), 'utf8')) as Record<string, Entry>;
const files = new Set<string>();

function entryOf(source: string): Entry {
  const entry = manifest[source];
  if (!entry) throw new Error(`${source} is not in the build`);
  return entry;
}

function collect(source: string): void {
  const entry = entryOf(source);
  if (files.has(entry.file)) return;
  for (const file of [entry.file, ...(entry.css ?? [])]) files.add(file);
  for (const imported of entry.imports ?? []) collect(imported);
}

for (const source of HOME) collect(source);
const bytesOf = (ending: string) =>
  [...files].filter((file) => file.endsWith(ending)).reduce((sum, file) => sum + brotliCompressSync(readFileSync(join(client, file))).length, 0);
const scripts = bytesOf('.js');
const styles = bytesOf('.css');
const addressCheck = await bytesOfAddressCheck();
console.log(`address check: ${addressCheck} of ${ADDRESS_CHECK_BYTES_MAX} bytes (brotli)`);
console.log(`home: ${scripts} of ${SCRIPT_BYTES_MAX} bytes of script, ${styles} of ${STYLE_BYTES_MAX} bytes of style (brotli)`);
if (scripts > SCRIPT_BYTES_MAX || styles > STYLE_BYTES_MAX || addressCheck > ADDRESS_CHECK_BYTES_MAX) process.exit(1);
const loadedEarly = LATER.filter((source) => files.has(entryOf(source).file));
const withZod = [...files].filter((file) => file.endsWith('.js') && ZOD.test(readFileSync(join(client, file), 'utf8')));
if (loadedEarly.length > 0 || withZod.length > 0) {
  console.error(`loaded too early: ${[...loadedEarly, ...withZod.map((file) => `zod in ${file}`)].join(', ')}`);
  process.exit(1);
}

async function bytesOfAddressCheck(): Promise<number> {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: { write: false, rolldownOptions: { input: ADDRESS_CHECK, external: TABLES, preserveEntrySignatures: 'strict' } },
  });
  const outputs = [built].flat().flatMap((one) => ('output' in one ? one.output : []));
  return outputs.reduce((sum, one) => sum + (one.type === 'chunk' ? brotliCompressSync(one.code).length : 0), 0);
}
