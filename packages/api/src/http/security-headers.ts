/** Headers of an answer, by lower-case name. */
export type PlainHeaders = Readonly<Record<string, string>>;

/** Headers as Node's server takes them: a name, its value, the next name. Each name once. */
export type HeaderList = readonly string[];

/** The headers as a list. */
export function listOf(headers: PlainHeaders): HeaderList {
  return Object.freeze(Object.entries(headers).flat());
}

/** The headers of a list by name. */
export function headersOf(list: HeaderList): PlainHeaders {
  return Object.fromEntries(Array.from({ length: list.length / 2 }, (_, index) => [list[2 * index], list[2 * index + 1]]));
}

/**
 * Content security policy: scripts from our own files only; inline styles because component libraries inject them.
 * @param inlineScripts sources (`sha256-…`) of the inline scripts that a document may run
 * @param formTargets other origins that its forms may be posted to: pages of payment providers
 */
export function contentSecurityPolicy(inlineScripts: readonly string[] = [], formTargets: readonly string[] = []): string {
  return [
    "default-src 'self'",
    ["script-src 'self'", ...inlineScripts.map((source) => `'${source}'`)].join(' '),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    ["form-action 'self'", ...formTargets].join(' '),
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Two years, as preload lists ask for. */
const HSTS = 'max-age=63072000; includeSubDomains';

/**
 * The security headers of every answer, as one frozen object: handlers spread it when they build theirs, once per route or snapshot.
 * @param https the site is reached by https, so browsers may be told to insist on it
 */
export function securityHeaders(https: boolean): PlainHeaders {
  return Object.freeze({
    'content-security-policy': contentSecurityPolicy(),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(self), geolocation=(), microphone=(), payment=(), usb=()',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    ...(https ? { 'strict-transport-security': HSTS } : {}),
  });
}
