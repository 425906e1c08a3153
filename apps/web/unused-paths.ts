import type { Plugin } from 'vite';

const QUERY_HOOK = /@tanstack.react-query.build.modern.useBaseQuery\.js/;
const QUERY_CLIENT = /@tanstack.query-core.build.modern.(queryClient|queryObserver)\.js/;
/** Methods of query clients and their observers that no page calls. */
const QUERY_METHODS = [
  'getQueriesData',
  'setQueriesData',
  'resetQueries',
  'ensureQueryData',
  'query',
  'fetchQuery',
  'prefetchQuery',
  'infiniteQuery',
  'fetchInfiniteQuery',
  'prefetchInfiniteQuery',
  'ensureInfiniteQueryData',
  'setQueryDefaults',
  'setMutationDefaults',
  'getDefaultOptions',
  'setDefaultOptions',
  'fetchOptimistic',
].join('|');
const QUERY_METHODS_SET = new RegExp(`^\\t(async )?(${QUERY_METHODS})\\(.*\\) \\{\\n[\\s\\S]*?\\n\\t\\}`, 'gm');
const QUERY_METHODS_CALLED = new RegExp(`(queries|queryClient)\\.(${QUERY_METHODS})\\(`, 'i');
const TRPC_QUERIES = /@trpc.tanstack-react-query.dist.index/;
const TRPC_CLIENT = /@trpc.client.dist.index/;
/** Where tRPC's packages have their copies of what compilers put in for older browsers. */
const TRPC_HELPERS = /@trpc.(client.dist.objectSpread2|server.dist.getErrorShape|tanstack-react-query.dist.index)/;

const MESSAGES = /@lingui.core.dist.index/;
const TRANS = /@lingui.react.dist.shared.react/;

const ICON = /lucide-react.dist.esm.Icon/;
const ICON_BUILDER = /lucide-react.dist.esm.*buildLucideIconNode/;
const ICON_CREATOR = /lucide-react.dist.esm.createLucideIcon/;

/** The runtime module that preloads a chunk's dependencies. */
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
 * data meanwhile, answers that come in parts, or from generators, nonces, styles (inlined in the document) and listeners of preloads, settings of
 * icons; and facts that none reads. Leaving them out makes the first load smaller.
 */
const UNUSED = [
  { file: TRPC_QUERIES, code: '"router" in opts', without: 'false' },
  { file: TRPC_QUERIES, code: 'return trpcInfiniteQueryOptions(', without: 'return void (' },
  { file: TRPC_QUERIES, code: 'if (infiniteParams)', without: 'if (false)' },
  { file: TRPC_QUERIES, code: 'type === "infinite" && isObject(input)', without: 'false && isObject(input)' },
  { file: TRPC_QUERIES, code: 'return trpcSubscriptionOptions(', without: 'return void (' },
  { file: TRPC_QUERIES, code: 'isAsyncIterable(result)', without: 'false' },
  { file: TRPC_HELPERS, code: /function _objectSpread2\(e\) \{[\s\S]*?\n\}/, without: 'const _objectSpread2 = Object.assign;' },
  { file: TRPC_HELPERS, code: /function _defineProperty\(e, r, t\) \{[\s\S]*?\n\}/, without: 'const _defineProperty = (e, r, t) => { e[r] = t; };' },
  { file: TRPC_CLIENT, code: /^AsyncGenerator\.prototype[\s\S]*?^\};$/m, without: '' },
  { file: MESSAGES, code: /^ {2}(date|number)\(value, format\) \{\n.*\n {2}\}/gm, without: '' },
  { file: MESSAGES, code: /^ {4}(date|time): \(value, format\) => .*/gm, without: '' },
  { file: MESSAGES, code: /console\.warn\(`Uncompiled[\s\S]*?`\);/, without: '' },
  { file: MESSAGES, code: '= setupI18n();', without: '= /* @__PURE__ */ setupI18n();' },
  { file: TRANS, code: /if \(render && component\) \{[\s\S]*?\n {2}\}\n/, without: '' },
  { file: ICON_CREATOR, code: /typeof iconDataOrName === "string" \? .* : iconDataOrName/, without: 'iconDataOrName' },
  { file: ICON_CREATOR, code: /if \(iconData\.name\) \{[\s\S]*?\}/, without: '' },
  { file: ICON, code: 'useLucideContext() ?? {}', without: '{}' },
  { file: ICON_BUILDER, code: /params\.absoluteStrokeWidth \? .* : params\.strokeWidth/, without: 'params.strokeWidth' },
  { file: ICON_BUILDER, code: /params\.nonScalingStroke \? .* : attrs/, without: 'attrs' },
  { file: /packages.domain.src.(currencies|networks)\.ts$/, code: EXCHANGE_FACTS_SET, without: '' },
  { file: PRELOAD_HELPER, code: 'document.querySelector("meta[property=csp-nonce]")', without: 'undefined' },
  { file: PRELOAD_HELPER, code: /(const cspNonce =) .*;/, without: '$1 undefined;' },
  { file: PRELOAD_HELPER, code: '= allSettled(', without: '= Promise.allSettled(' },
  { file: PRELOAD_HELPER, code: /if \(import\.meta\.resolve\) return .*;/, without: '' },
  { file: PRELOAD_HELPER, code: /const e = new Event\("vite:preloadError"[\s\S]*?if \(!e.defaultPrevented\)/, without: '' },
  { file: PRELOAD_HELPER, code: /const isCss = (.*);/, without: 'if ($1) return; const isCss = false;' },
  { file: QUERY_CLIENT, code: QUERY_METHODS_SET, without: '' },
  { file: QUERY_HOOK, code: 'ensureSuspenseTimers(defaultedOptions);', without: '' },
  { file: QUERY_HOOK, code: 'shouldSuspend(defaultedOptions, result)', without: 'false' },
  { file: QUERY_HOOK, code: 'const errorResetBoundary = useQueryErrorResetBoundary();', without: '' },
  { file: QUERY_HOOK, code: /.*(ensurePreventErrorBoundaryRetry|useClearResetErrorBoundary)\(.*;/g, without: '' },
  { file: QUERY_HOOK, code: /if \(getHasError\([\s\S]*?throw result\.error;/, without: '' },
  { file: /@tanstack.query-core.build.modern.queryObserver\.js/, code: 'options.placeholderData !== void 0', without: 'false' },
  { file: /@tanstack.query-core.build.modern.query\.js/, code: 'this.#queryType === "infinite"', without: 'false' },
];
const OTHER_QUERIES = /infiniteQuery|suspenseQuery|throwOnError|placeholderData|subscriptionOptions/i;
const PAGES = /apps.web.src.*\.tsx?$/;

/** Leaves out of the client's build what no page uses, and fails where a page begins to use it, or a dependency has changed. */
export const noUnusedPaths: Plugin = {
  name: 'no-unused-paths',
  transform: {
    filter: { id: [PAGES, ...UNUSED.map(({ file }) => file)] },
    handler(source, id) {
      if (PAGES.test(id) && (OTHER_QUERIES.test(source) || QUERY_METHODS_CALLED.test(source)))
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
