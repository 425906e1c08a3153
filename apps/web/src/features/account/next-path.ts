/** Where a customer goes after logging in without a page to return to. */
const DEFAULT_PATH = '/history/trade';
/** A path of this site: anything else could lead a customer who has just typed a password to a stranger's page. */
const OWN_PATH = /^\/(?![/\\])[^\\\s]*$/;

/** The page that a customer wanted when asked to log in, from a `next` parameter; without one, the order whose page was left for that. */
export function nextPath(search: string, leftOrder = ''): string {
  const next = new URLSearchParams(search).get('next') ?? '';
  return OWN_PATH.test(next) && (next !== DEFAULT_PATH || leftOrder === '') ? next : leftOrder || DEFAULT_PATH;
}
