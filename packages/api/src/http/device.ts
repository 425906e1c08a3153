import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** Names of our cookies. */
export interface CookieNames {
  /** HttpOnly cookie that identifies a browser. */
  readonly device: string;
  /** Cookie whose value a page's script sends back in `X-XSRF-TOKEN`. */
  readonly csrf: string;
  /** HttpOnly cookie with the bearer token of a session, for what a browser asks without a script. */
  readonly session: string;
}

/**
 * Names of our cookies. Over https they have the prefix `__Host-`: browsers then take them from this host only, by https, for all paths, so that
 * no subdomain and no one on the way can set them.
 */
export function cookieNames(https: boolean): CookieNames {
  const prefix = https ? '__Host-' : '';
  return { device: `${prefix}device`, csrf: `${prefix}XSRF-TOKEN`, session: `${prefix}session` };
}

/** Header in which a write repeats the CSRF cookie. */
export const CSRF_HEADER = 'x-xsrf-token';

/** Characters kept of an HMAC-SHA-256 in base64url: 132 bits. */
const TAG_CHARS = 22;
/** Largest number of cookies cached as verified, so that a polling browser's signature is not checked each time. About 150 bytes each. */
const KNOWN_COOKIES_MAX = 20_000;
const DEVICE_VALUE = new RegExp(`^([A-Za-z0-9_-]{${TAG_CHARS}})\\.([A-Za-z0-9_-]{${TAG_CHARS}})$`);

/** Makes and checks device cookies. */
export interface Devices {
  /** Derives a new device id. Unguessable without the secret and as unique as `requestId`, which must not be reused. */
  newId(requestId: string): string;
  /** Value of the device cookie. */
  cookieOf(deviceId: string): string;
  /** The device id in a cookie's value, or null when its signature is invalid. */
  read(cookie: string | undefined): string | null;
  /** Value of the CSRF cookie that belongs to a device. */
  csrfTokenOf(deviceId: string): string;
}

/** @param secret signs device ids and CSRF tokens; changing it makes every browser a new device */
export function createDevices(secret: string): Devices {
  // A string secret would be converted to a key for each HMAC, which costs more than the HMAC.
  const key = createSecretKey(Buffer.from(secret));
  const tag = (purpose: string, text: string) => createHmac('sha256', key).update(`${purpose}\n${text}`).digest('base64url').slice(0, TAG_CHARS);
  const known = new LRUCache<string, string>({ max: KNOWN_COOKIES_MAX });
  return {
    newId: (requestId) => tag('device-id', requestId),
    cookieOf: (deviceId) => `${deviceId}.${tag('device', deviceId)}`,
    read(cookie) {
      if (cookie === undefined) return null;
      const before = known.get(cookie);
      if (before !== undefined) return before;
      const [, id = '', signature = ''] = DEVICE_VALUE.exec(cookie) ?? [];
      if (id === '' || !isSame(signature, tag('device', id))) return null;
      known.set(cookie, id);
      return id;
    },
    csrfTokenOf: (deviceId) => tag('csrf', deviceId),
  };
}

/** Constant-time string comparison. */
export function isSame(left: string, right: string): boolean {
  const a = Buffer.from(left);
  const b = Buffer.from(right);
  return a.length === b.length && timingSafeEqual(a, b);
}
