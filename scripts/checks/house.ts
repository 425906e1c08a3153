/** House rules that neither Biome nor `turbo boundaries` can express. Prints `file:line message` for each breach and ends with code 1. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { type LockedPackages, looseVersions, type Manifest, unpinnedPackages } from './dependencies.ts';

const rootDir = join(import.meta.dirname, '..', '..');
/** Folders of `packages/exchange/src` from the lowest up. Files beside them are below all folders, except `bind.ts`, which is above. */
const EXCHANGE_ORDER: readonly (readonly string[])[] = [
  ['images'],
  ['accounts', 'content', 'market', 'reviews'],
  ['config', 'contact', 'lookups'],
  ['orders'],
  ['vouchers'],
  ['payments', 'payouts', 'refunds'],
  ['deposits', 'actions', 'wallets'],
  ['operations', 'jobs', 'own-data'],
];

const breaches = [
  ...untaggedWorkspaces(),
  ...serverCodeInClient(),
  ...misplacedTestSupport(),
  ...codeInMigrations(),
  ...upwardImportsInExchange(),
  ...unpinnedDependencies(),
];
for (const breach of breaches) console.error(breach);
process.exitCode = breaches.length === 0 ? 0 : 1;

/** A workspace without a layer would be outside every import rule. */
function untaggedWorkspaces(): string[] {
  const layers = Object.keys(readJson<{ boundaries: { tags: Record<string, unknown> } }>('turbo.json').boundaries.tags);
  return globSync('{packages,apps}/*/package.json', { cwd: rootDir }).flatMap((file) => {
    const turboFile = join(file, '..', 'turbo.json');
    const tags = existsSync(join(rootDir, turboFile)) ? (readJson<{ tags?: string[] }>(turboFile).tags ?? []) : [];
    const known = tags.length === 1 && tags.every((tag) => layers.includes(tag));
    return known ? [] : [`${turboFile}:1 needs exactly one tag out of boundaries.tags in the root turbo.json`];
  });
}

/** The client knows the API's types only: no server code may reach a browser. */
function serverCodeInClient(): string[] {
  return globSync('packages/client/src/**/*.{ts,tsx}', { cwd: rootDir }).flatMap((file) => {
    const lines = readFileSync(join(rootDir, file), 'utf8').split('\n');
    return lines.flatMap((line, index) => {
      const importsApi = /\bfrom\s+'@quydoi\/api[/']|\bimport\(\s*'@quydoi\/api[/']|^\s*import\s+'@quydoi\/api[/']/.test(line);
      const typeOnly = /^\s*(import|export)\s+type\b/.test(line);
      return importsApi && !typeOnly ? [`${relative('.', file)}:${index + 1} import @quydoi/api with "import type" only`] : [];
    });
  });
}

/** A workspace has one folder of test support, `testing`, at its top: outside `src`, apart from the sources that programs import. */
function misplacedTestSupport(): string[] {
  const folders = globSync('{packages,apps}/*/{src,tests}/**/{testing,test-support,fakes,mocks,__mocks__}', { cwd: rootDir });
  return folders.map((folder) => `${folder}:1 test support belongs into ${folder.split('/').slice(0, 2).join('/')}/testing`);
}

/** A migration must do tomorrow what it does today, so it imports nothing that changes with the code. */
function codeInMigrations(): string[] {
  return globSync('packages/database/src/migrations/**/*.ts', { cwd: rootDir }).flatMap((file) => {
    const lines = readFileSync(join(rootDir, file), 'utf8').split('\n');
    return lines.flatMap((line, index) => (/\bfrom\s+'@quydoi\//.test(line) ? [`${file}:${index + 1} a migration holds literals only`] : []));
  });
}

/** A file of the exchange imports from its own folder and from folders below only. */
function upwardImportsInExchange(): string[] {
  const src = 'packages/exchange/src';
  return globSync(`${src}/**/*.ts`, { cwd: rootDir }).flatMap((file) => {
    const rank = exchangeRank(relative(src, file));
    const lines = readFileSync(join(rootDir, file), 'utf8').split('\n');
    return lines.flatMap((line, index) => {
      const path = /\bfrom\s+'(\.[^']+)'/.exec(line)?.[1];
      const target = path === undefined ? null : relative(src, join(file, '..', path));
      const isAllowed = target === null || folderOf(target) === folderOf(relative(src, file)) || exchangeRank(target) < rank;
      return isAllowed ? [] : [`${file}:${index + 1} ${folderOf(target)} is not below: see EXCHANGE_ORDER`];
    });
  });
}

/** What is installed is named by version and hash, and comes from one registry. */
function unpinnedDependencies(): string[] {
  const manifests = ['package.json', ...globSync('{packages,apps}/*/package.json', { cwd: rootDir })];
  const locked = readJson<{ packages: LockedPackages }>('package-lock.json').packages;
  return [
    ...manifests.flatMap((file) => looseVersions(readJson<Manifest>(file)).map((fault) => `${file}:1 ${fault}`)),
    ...unpinnedPackages(locked).map((fault) => `package-lock.json:1 ${fault}`),
  ];
}

/** Rank of a path within the exchange's sources; folders that are missing in the order are above all, so that they are noticed. */
function exchangeRank(path: string): number {
  const folder = folderOf(path);
  if (folder === '') return path === 'bind.ts' ? EXCHANGE_ORDER.length : -1;
  const rank = EXCHANGE_ORDER.findIndex((folders) => folders.includes(folder));
  return rank < 0 ? EXCHANGE_ORDER.length : rank;
}

function folderOf(path: string): string {
  return path.includes('/') ? (path.split('/')[0] ?? '') : '';
}

function readJson<T>(file: string): T {
  return JSON.parse(readFileSync(join(rootDir, file), 'utf8')) as T;
}
