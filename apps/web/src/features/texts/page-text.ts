import type { TextNode } from '@quydoi/messages/text-tree';

/** Text of a page in one language, compiled from its Markdown file. */
export interface PageText {
  readonly title: string;
  /** `{{currency}}` stands for the names of the currencies that can be traded now. */
  readonly description: string;
  /** Not indexed by search engines. */
  readonly isPrivate: boolean;
  /** Words of tables and the like that facts stand for, by name. `{{amount}}` stands for an amount with its unit. */
  readonly labels: Readonly<Record<string, string>>;
  readonly body: readonly TextNode[];
}
