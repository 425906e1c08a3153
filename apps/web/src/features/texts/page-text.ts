/** Elements that texts are made of. */
export const TEXT_TAGS = ['h2', 'h3', 'h4', 'p', 'ul', 'ol', 'li', 'strong', 'em', 'a'] as const;

export type TextTag = (typeof TEXT_TAGS)[number];

/** Piece of a text: words, an element, a fact by its name, or a section. */
export type TextNode = string | TextElement | { readonly fact: string } | TextSection;

/** Element of a text. */
export interface TextElement {
  readonly tag: TextTag;
  readonly id?: string;
  /** Of links. */
  readonly href?: string;
  readonly children: readonly TextNode[];
}

/** Part of a text that depends on a fact, as in Mustache: shown once if the fact is there, once per item of a list, else not at all. */
export interface TextSection {
  /** Name of the fact. */
  readonly section: string;
  /** Shown only if the fact is not there. */
  readonly isInverted?: boolean;
  readonly children: readonly TextNode[];
}

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
