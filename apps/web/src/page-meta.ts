import type { MessageDescriptor } from '@lingui/core';

/** Title of a page in its own module, so that it loads with the page's code: a message, or the text itself. Texts also describe themselves. */
export interface PageMeta {
  readonly title: MessageDescriptor | string;
  readonly description?: string;
  readonly isPrivate?: boolean;
}
