import { z } from 'zod';

/** Elements that texts are made of. */
export const TEXT_TAGS = ['h2', 'h3', 'h4', 'p', 'ul', 'ol', 'li', 'strong', 'em', 'a'] as const;
export type TextTag = (typeof TEXT_TAGS)[number];

/** Piece of a formatted text: words, or an element with pieces of its own. */
export type RichTextNode = string | RichTextElement;

/** Element of a formatted text. */
export interface RichTextElement {
  readonly tag: TextTag;
  /** Of links: a path of this site, or an https address. */
  readonly href?: string | undefined;
  readonly children: readonly RichTextNode[];
}

/** Formatted text as a tree, so that no client has to trust HTML. */
export const richText: z.ZodType<readonly RichTextNode[], readonly RichTextNode[]> = z.array(
  z.union([
    z.string(),
    z.object({
      tag: z.enum(TEXT_TAGS),
      href: z.string().optional(),
      get children() {
        return richText;
      },
    }),
  ]),
);
