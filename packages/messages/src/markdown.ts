import { type RichTextNode, TEXT_TAGS, type TextTag } from '@quydoi/contract/rich-text';
import MarkdownIt, { type Token } from 'markdown-it';
import type { TextNode } from './text-tree.ts';

/** Mustache tags: `{{name}}`, `{{#name}}…{{/name}}` and `{{^name}}…{{/name}}`. */
const MUSTACHE = /\{\{([#^/]?)([\w-]+)\}\}/y;
/** Id at the end of a heading: `{#faq}`. */
const HEADING_ID = / \{#([\w-]+)\}$/;
/** A path of this site, or an https address. */
const HREF = /^(?:\/(?!\/)|https:\/\/)/;

const plain = new MarkdownIt('commonmark', { html: false });
const withFacts = new MarkdownIt('commonmark', { html: false });
withFacts.inline.ruler.after('text', 'mustache', (state, silent) => {
  MUSTACHE.lastIndex = state.pos;
  const [tag, mark = '', name = ''] = MUSTACHE.exec(state.src) ?? [];
  if (tag === undefined) return false;
  if (!silent) {
    const token = state.push(mark === '' ? 'fact' : mark === '/' ? 'section_close' : 'section_open', '', mark === '' ? 0 : mark === '/' ? -1 : 1);
    token.content = name;
    token.markup = mark;
  }
  state.pos += tag.length;
  return true;
});

/**
 * Parses Markdown with Mustache tags and with ids of headings, as the site's own texts are written.
 * @throws Error for what pages cannot show, such as HTML, images, or a section that is not closed where it was opened
 */
export function parseText(source: string): readonly TextNode[] {
  return nodesOf(withFacts.parse(source, {}), true);
}

/**
 * Parses Markdown that operators have written: elements and words alone.
 * @throws Error for what pages cannot show, such as images and links to other than https addresses; HTML is words
 */
export function parseRichText(source: string): readonly RichTextNode[] {
  // Without the rules of facts there are none.
  return nodesOf(plain.parse(source, {}), false) as readonly RichTextNode[];
}

/** An element or a section that is being read. */
interface Open {
  /** The type of the token that ends it. */
  readonly end: string;
  readonly children: TextNode[];
  readonly close: (children: readonly TextNode[]) => TextNode;
}

function nodesOf(tokens: readonly Token[], hasIds: boolean): readonly TextNode[] {
  const root: Open = { end: '', children: [], close: () => '' };
  const stack = [root];
  const top = () => stack.at(-1) ?? root;
  const add = (node: TextNode) => {
    const { children } = top();
    const last = children.at(-1);
    if (typeof node === 'string' && typeof last === 'string') children[children.length - 1] = last + node;
    else if (node !== '') children.push(node);
  };
  for (const token of tokens.flatMap((each) => (each.type === 'inline' ? (each.children ?? []) : each))) {
    if (token.hidden) continue;
    if (token.nesting === 1) stack.push({ end: endOf(token), children: [], close: closing(token, hasIds) });
    else if (token.nesting === 0) add(leafOf(token));
    else {
      const ended = stack.pop();
      if (ended?.end !== endOf(token)) throw new Error(`${token.type} ${token.content} is in the wrong place`);
      add(ended.close(ended.children));
    }
  }
  if (stack.length > 1) throw new Error(`no ${top().end}`);
  return root.children;
}

function endOf({ type, content }: Token): string {
  return `${type.replace(/_open$/, '_close')} ${content}`;
}

function leafOf({ type, content }: Token): TextNode {
  if (type === 'text' || type === 'text_special') return content;
  if (type === 'softbreak') return ' ';
  if (type === 'fact') return { fact: content };
  throw new Error(`${type} cannot be rendered`);
}

function closing(token: Token, hasIds: boolean): Open['close'] {
  const { type, content, markup } = token;
  if (type === 'section_open') return (children) => ({ section: content, ...(markup === '^' ? { isInverted: true } : {}), children });
  const tag = TEXT_TAGS.find((known) => known === token.tag);
  if (tag === undefined) throw new Error(`<${token.tag}> cannot be rendered`);
  const href = token.attrGet('href')?.toString() ?? null;
  if (href !== null && !HREF.test(href)) throw new Error(`${href} is neither a path of this site nor an https address`);
  return (children) => elementOf(tag, href, children, hasIds);
}

function elementOf(tag: TextTag, href: string | null, children: readonly TextNode[], hasIds: boolean): TextNode {
  const [first, last] = [children[0], children.at(-1)];
  // A fact that is a paragraph of its own stands for a block, such as a table.
  if (tag === 'p' && children.length === 1 && typeof first === 'object' && 'fact' in first) return first;
  if (href !== null) return { tag, href, children };
  const [ending, id] = (hasIds && tag === 'h2' && typeof last === 'string' && HEADING_ID.exec(last)) || [];
  if (id === undefined || typeof last !== 'string') return { tag, children };
  return { tag, id, children: [...children.slice(0, -1), last.slice(0, -(ending?.length ?? 0))] };
}
