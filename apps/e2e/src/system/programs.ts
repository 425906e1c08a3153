import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Plugin, rolldown } from 'rolldown';

const APPS = join(import.meta.dirname, '..', '..', '..');

/** The programs of an exchange, as `npm start` runs them, and the site over an exchange in memory. */
const SOURCES = {
  web: join(APPS, 'server/src/roles/web.ts'),
  worker: join(APPS, 'server/src/roles/worker.ts'),
  signer: join(APPS, 'server/src/roles/signer.ts'),
  operator: join(APPS, 'server/src/operator.ts'),
  migrate: join(APPS, 'server/src/migrate.ts'),
  sandbox: join(APPS, 'sandbox/src/main.ts'),
  mockSite: join(APPS, 'web/dev/serve.ts'),
} as const;

/** The file that each program is started from. */
export type Programs = Readonly<Record<keyof typeof SOURCES, string>>;

/** Where programs come from, and where they keep the code that they have compiled. */
export interface Code {
  readonly programs: Programs;
  /** Processes write it when they exit gracefully. */
  readonly compiledDir: string;
}

/** The sources themselves. @param compiledDir where the programs keep the code that they have compiled */
export function sourceCode(compiledDir: string): Code {
  return { programs: SOURCES, compiledDir };
}

/** What {@link bundle} has made in a folder. */
export function bundledCode(dir: string): Code {
  const file = (name: string) => join(dir, `${name}.mjs`);
  const programs = {
    web: file('web'),
    worker: file('worker'),
    signer: file('signer'),
    operator: file('operator'),
    migrate: file('migrate'),
    sandbox: file('sandbox'),
    mockSite: file('mockSite'),
  };
  return { programs, compiledDir: join(dir, 'compiled') };
}

/** Sources find other files and packages by where they are themselves. */
const keepPlaces: Plugin = {
  name: 'keep-places',
  transform: {
    filter: { code: /import\.meta\.(?:dirname|url)/ },
    handler: (code, id) =>
      code.replaceAll('import.meta.dirname', JSON.stringify(dirname(id))).replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)),
  },
};

/**
 * Writes the programs into a folder as a few files: to find and load the 1 500 modules of a role is two thirds of its start. The files say that they
 * are modules: Node would parse them once more to find that out.
 */
export async function bundle(dir: string): Promise<Code> {
  const packages = { external: ['pg-native'], plugins: [keepPlaces] };
  const build = await rolldown({ input: SOURCES, platform: 'node', treeshake: false, ...packages, logLevel: 'silent' });
  try {
    // Keeps every statement, including those whose only effect is to throw. White space and comments are a third of what each start would read.
    const minify = { compress: false, mangle: false, codegen: { removeWhitespace: true } };
    await build.write({ dir, minify, entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' });
  } finally {
    await build.close();
  }
  return bundledCode(dir);
}
