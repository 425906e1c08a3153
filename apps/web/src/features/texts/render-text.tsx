import type { TextElement, TextNode, TextSection } from '@quydoi/messages/text-tree';
import { createElement, Fragment, type ReactNode } from 'react';
import { Link } from 'wouter';

/** Value of a fact: what stands in its place, or what the sections of its name depend on. Lists and objects bring facts of their own. */
export type Fact = ReactNode | Facts | readonly Facts[];

/** Facts by name. */
export interface Facts {
  readonly [name: string]: Fact;
}

/** Renders a text with the facts of now. A block that holds nothing but a section is left out or repeated with it. */
export function renderText(nodes: readonly TextNode[], facts: Facts): ReactNode {
  return nodes.map((node, index) => renderNode(node, facts, index));
}

function renderNode(node: TextNode, facts: Facts, key: number): ReactNode {
  if (typeof node === 'string') return node;
  if ('fact' in node) return <Fragment key={key}>{facts[node.fact] as ReactNode}</Fragment>;
  if ('section' in node) {
    return scopesOf(node, facts).map((scope, n) => createElement(Fragment, { key: `${key}.${n}` }, renderText(node.children, scope)));
  }
  const [only, ...others] = node.children;
  if (typeof only !== 'object' || !('section' in only) || others.length > 0) return elementOf(node, node.children, facts, String(key));
  return scopesOf(only, facts).map((scope, n) => elementOf(node, only.children, scope, `${key}.${n}`));
}

function elementOf({ tag, id, href }: TextElement, children: readonly TextNode[], facts: Facts, key: string): ReactNode {
  const content = renderText(children, facts);
  if (href !== undefined) {
    return href.startsWith('https:') ? (
      <a href={href} key={key} rel="noopener noreferrer" target="_blank">
        {content}
      </a>
    ) : (
      <Link href={href} key={key}>
        {content}
      </Link>
    );
  }
  return createElement(tag, { key, id }, content);
}

/** The facts with which a section is shown, once each. */
function scopesOf({ section, isInverted = false }: TextSection, facts: Facts): readonly Facts[] {
  const fact = facts[section];
  if (Array.isArray(fact) && !isInverted) return (fact as readonly Facts[]).map((item) => ({ ...facts, ...item }));
  const isThere = Array.isArray(fact) ? fact.length > 0 : Boolean(fact);
  if (isThere === isInverted) return [];
  return [isFacts(fact) ? { ...facts, ...fact } : facts];
}

/** Whether a fact brings facts of its own; elements do not. */
function isFacts(fact: Fact): fact is Facts {
  return typeof fact === 'object' && fact !== null && !Array.isArray(fact) && !('$$typeof' in fact);
}
