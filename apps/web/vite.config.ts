import { lingui } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { linguiPreset } from './lingui-babel.ts';
import { markdownTexts } from './markdown-texts.ts';
import { noUnusedPaths } from './unused-paths.ts';

/** Backend that `npm run dev` proxies API calls to. */
const DEV_BACKEND = process.env.QUYDOI_BACKEND ?? 'http://127.0.0.1:4400';

/** The HTTP transport of the API client, which loads with the first call. Its dependencies are shared with the part that loads at once. */
const HTTP_LINKS = /superjson|copy-anything|is-what|trpc.client.dist.(http|unstable)/;

/** Dependencies of the entry that change rarely, and compress better together. */
const FRAMEWORK = /node_modules.(react-dom|scheduler|@tanstack)/;

/** The dialog and the cover, which open late, and all that only they use. */
const DIALOG =
  /packages.ui.src.(dialog|cover)|node_modules.(radix-ui|@radix-ui|aria-hidden|react-remove-scroll|react-style-singleton|use-callback-ref|use-sidecar|get-nonce|tslib|lucide-react.dist.esm.icons.x.mjs)/;

/**
 * Modules used by most pages, bundled into one chunk: it compresses better than many. The layout of the form pages is not for the home page, nor is
 * what only orders and balances need (claims, statuses, vouchers, days, copying), QR codes, the forms and the lock of accounts, nor what opens late.
 */
const SHARED =
  /node_modules(?!.(react-hook-form|qrcode|lucide-react.dist.esm.icons.(copy|fingerprint|lock.mjs)))|packages.(ui|domain).src(?!.(claim|order-status|voucher|wallet|copy|qr))|src.(lib(?!.dates)|features.(shell|trade(?!.later)))(?!.components.form-page)./;

/** Small modules that orders, accounts and the late parts of forms need: as many chunks would each be named in the first load. */
const TIMES =
  /web.src.lib.dates|order.order-time|order.components.(order-row|account-text|staff-hours)|order-app-url|login-missing|listing.use-wait|domain.src.order-status|ui.src.text-area|payment.(picture-buttons|qr-(picture|layout))|later.(amount-readings|readings-of)|icons.share-2|account.(screen.(screen-state|watch-use)|use-logout)/;

/** Chunks that every page has loaded before any other. */
const LOADED_FIRST = /(shared|framework|rolldown-runtime)-/;

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    ...(isSsrBuild ? [] : [noUnusedPaths]),
    react(),
    babel({ presets: [linguiPreset()] }),
    lingui({ cwd: import.meta.dirname, failOnCompileError: true }),
    markdownTexts,
    tailwindcss(),
  ],
  // The hook is React's own since version 18; the shim is for older ones.
  resolve: { alias: [{ find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' }] },
  server: { port: 4401, strictPort: true, proxy: { '/trpc': DEV_BACKEND, '/api': DEV_BACKEND, '/avatars': DEV_BACKEND, '/pictures': DEV_BACKEND } },
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
            // The first load names all late parts, and what is random in a name does not compress.
            chunkFileNames: 'assets/[name]-[hash:7].js',
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
