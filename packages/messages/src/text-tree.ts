import type { TextTag } from '@quydoi/contract/rich-text';

/** Piece of a text: words, an element, a fact by its name, or a section. */
export type TextNode = string | TextElement | TextFact | TextSection;

/** Element of a text. */
export interface TextElement {
  readonly tag: TextTag;
  readonly id?: string | undefined;
  /** Of links. */
  readonly href?: string | undefined;
  readonly children: readonly TextNode[];
}

/** Place of a fact, such as a price of now. */
export interface TextFact {
  readonly fact: string;
}

/** Part of a text that depends on a fact, as in Mustache: shown once if the fact is there, once per item of a list, else not at all. */
export interface TextSection {
  /** Name of the fact. */
  readonly section: string;
  /** Shown only if the fact is not there. */
  readonly isInverted?: boolean;
  readonly children: readonly TextNode[];
}
