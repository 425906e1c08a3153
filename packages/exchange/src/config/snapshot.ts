import { createHash } from 'node:crypto';
import type { Snapshot } from '@quydoi/contract/ports';

/** Characters kept of the content's SHA-256. */
const DIGEST_CHARS = 16;

/** Creates a snapshot of a view. The ETag is a content hash, and also the version of views without their own. */
export function makeSnapshot<T extends { readonly version: string }>(view: T): Snapshot<T> {
  const digest = createHash('sha256').update(JSON.stringify(view)).digest('base64url').slice(0, DIGEST_CHARS);
  const versioned = view.version === '' ? { ...view, version: digest } : view;
  return { version: versioned.version, etag: `"${digest}"`, view: versioned };
}
