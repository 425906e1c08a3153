import { lingui } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { linguiPreset } from './lingui-babel.ts';

/** Backend that `npm run dev` proxies API calls to. */
const DEV_BACKEND = process.env.QUYDOI_BACKEND ?? 'http://127.0.0.1:4400';

/** The HTTP transport of the API client, which loads with the first call. Its dependencies are shared with the part that loads at once. */
const HTTP_LINKS = /superjson|copy-anything|is-what|trpc.client.dist.(http|unstable)/;

/** Dependencies of the entry that change rarely, and compress better together. */
const FRAMEWORK = /node_modules.(react-dom|scheduler|@tanstack)/;

/** The dialog, which opens late, and all that only it uses. */
const DIALOG =
  /packages.ui.src.dialog|node_modules.(radix-ui|@radix-ui|aria-hidden|react-remove-scroll|react-style-singleton|use-callback-ref|use-sidecar|get-nonce|tslib|lucide-react.dist.esm.icons.x.mjs)/;

/**
 * Modules used by most pages, bundled into one chunk: it compresses better than many. The layout of the form pages is not for the home page, nor is
 * what only orders need (claims, statuses, vouchers, days), QR codes, the forms of accounts, nor what opens late.
 */
const SHARED =
  /node_modules(?!.(react-hook-form|qrcode))|packages.(ui|domain).src(?!.(claim|order-status|voucher|qr))|src.(lib(?!.dates)|features.(shell|trade(?!.later)))(?!.components.form-page)./;

/** Small modules that orders and accounts need: as many chunks would each be named in the first load. */
const TIMES = /web.src.lib.dates|order.order-time|domain.src.order-status/;

/** Chunks that every page has loaded before any other. */
const LOADED_FIRST = /(shared|framework|rolldown-runtime)-/;

const QUERY_HOOK = /@tanstack.react-query.build.modern.useBaseQuery\.js/;
const TRPC_QUERIES = /@trpc.tanstack-react-query.dist.index/;

/** What loads a chunk's dependencies beside it. */
const PRELOAD_HELPER = /vite.preload-helper/;

/** Facts about currencies and networks that only the exchange reads. */
const EXCHANGE_FACTS = [
  'toleranceMax',
  'paymentMin',
  'chainDecimals',
  'directions',
  'repeatsReferences',
  'dayStartsAtUtcHour',
  'timeStepMs',
  'tolerancePerMille',
  'collection',
  'payout',
  'idleDays',
  'antedatedSecondsMax',
].join('|');
const EXCHANGE_FACTS_SET = new RegExp(`\\b(${EXCHANGE_FACTS}): [^,{}()\\n]+,?`, 'g');
const EXCHANGE_FACTS_READ = new RegExp(`\\.(${EXCHANGE_FACTS})\\b`);

/**
 * Paths of dependencies that no page takes: calls of a router in the same process, queries that load page after page, suspend, throw, or show other
 * data meanwhile, answers that come in parts, nonces and listeners of preloads; and facts that none reads. Leaving them out makes the first load
 * smaller.
 */
const UNUSED = [
  { file: TRPC_QUERIES, code: '"router" in opts', without: 'false' },
  { file: TRPC_QUERIES, code: 'return trpcInfiniteQueryOptions(', without: 'return void (' },
  { file: TRPC_QUERIES, code: 'if (infiniteParams)', without: 'if (false)' },
  { file: TRPC_QUERIES, code: 'type === "infinite" && isObject(input)', without: 'false && isObject(input)' },
  { file: TRPC_QUERIES, code: 'return trpcSubscriptionOptions(', without: 'return void (' },
  { file: TRPC_QUERIES, code: 'isAsyncIterable(result)', without: 'false' },
  { file: /packages.domain.src.(currencies|networks)\.ts$/, code: EXCHANGE_FACTS_SET, without: '' },
  { file: PRELOAD_HELPER, code: 'document.querySelector("meta[property=csp-nonce]")', without: 'undefined' },
  { file: PRELOAD_HELPER, code: /(const cspNonce =) .*;/, without: '$1 undefined;' },
  { file: PRELOAD_HELPER, code: '= allSettled(', without: '= Promise.allSettled(' },
  { file: PRELOAD_HELPER, code: /if \(import\.meta\.resolve\) return .*;/, without: '' },
  { file: PRELOAD_HELPER, code: /const e = new Event\("vite:preloadError"[\s\S]*?if \(!e.defaultPrevented\)/, without: '' },
  { file: QUERY_HOOK, code: 'ensureSuspenseTimers(defaultedOptions);', without: '' },
  { file: QUERY_HOOK, code: 'shouldSuspend(defaultedOptions, result)', without: 'false' },
  { file: QUERY_HOOK, code: 'const errorResetBoundary = useQueryErrorResetBoundary();', without: '' },
  { file: QUERY_HOOK, code: /.*(ensurePreventErrorBoundaryRetry|useClearResetErrorBoundary)\(.*;/g, without: '' },
  { file: QUERY_HOOK, code: /if \(getHasError\([\s\S]*?throw result\.error;/, without: '' },
  { file: /@tanstack.query-core.build.modern.queryObserver\.js/, code: 'options.placeholderData !== void 0', without: 'false' },
  { file: /@tanstack.query-core.build.modern.query\.js/, code: 'this.#queryType === "infinite"', without: 'false' },
];
const PAGES = /apps.web.src.*\.tsx?$/;

const noUnusedPaths: Plugin = {
  name: 'no-unused-paths',
  transform: {
    filter: { id: [PAGES, ...UNUSED.map(({ file }) => file)] },
    handler(source, id) {
      if (PAGES.test(id) && /infiniteQuery|suspenseQuery|throwOnError|placeholderData|subscriptionOptions/i.test(source))
        this.error(`${id}: such queries are left out of the build`);
      if (PAGES.test(id) && source.search(EXCHANGE_FACTS_READ) >= 0) this.error(`${id}: such facts are left out of the build`);
      let code = source;
      for (const path of UNUSED.filter(({ file }) => file.test(id))) {
        const shorter = code.replace(path.code, path.without);
        if (shorter === code) this.error(`${id} no longer has ${path.code}`);
        code = shorter;
      }
      return code === source ? null : { code, map: null };
    },
  },
};

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    ...(isSsrBuild ? [] : [noUnusedPaths]),
    react(),
    babel({ presets: [linguiPreset()] }),
    lingui({ cwd: import.meta.dirname, failOnCompileError: true }),
    tailwindcss(),
  ],
  // The hook is React's own since version 18; the shim is for older ones.
  resolve: { alias: [{ find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' }] },
  server: { port: 4401, strictPort: true, proxy: { '/trpc': DEV_BACKEND, '/api': DEV_BACKEND } },
  build: {
    target: 'es2022',
    // The server bundle reads the client's manifest to list each page's files.
    manifest: isSsrBuild ? false : 'manifest.json',
    copyPublicDir: !isSsrBuild,
    reportCompressedSize: false,
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, dependencies, { hostType }) =>
        hostType === 'js' ? dependencies.filter((file) => !LOADED_FIRST.test(file)) : dependencies,
    },
    rolldownOptions: isSsrBuild
      ? {}
      : {
          input: 'index.html',
          // tRPC’s packages do not say so themselves; reading a property has no effect in any module.
          treeshake: { moduleSideEffects: [{ test: /node_modules.@trpc/, sideEffects: false }], propertyReadSideEffects: false },
          output: {
            codeSplitting: {
              groups: [
                { name: 'http-links', test: HTTP_LINKS, priority: 2, includeDependenciesRecursively: false },
                { name: 'dialog', test: DIALOG, priority: 2, includeDependenciesRecursively: false },
                { name: 'times', test: TIMES, priority: 2, includeDependenciesRecursively: false },
                { name: 'framework', test: FRAMEWORK, priority: 1 },
                { name: 'shared', test: SHARED, minShareCount: 3, priority: 1 },
              ],
            },
          },
        },
  },
  // Bundles all dependencies, so that the serving process needs none of them.
  ssr: { noExternal: true },
}));
