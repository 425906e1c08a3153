import type { RichTextNode } from '@quydoi/contract/rich-text';
import { escapeHtml } from '@quydoi/messages/escape-html';

/** A formatted text as HTML, for clients of the wire whose fields are HTML. Words are escaped; the tree holds no other elements than its own. */
export function richTextHtml(nodes: readonly RichTextNode[]): string {
  return nodes.map(nodeHtml).join('');
}

function nodeHtml(node: RichTextNode): string {
  if (typeof node === 'string') return escapeHtml(node);
  const href = node.href === undefined ? '' : ` href="${escapeHtml(node.href)}"`;
  return `<${node.tag}${href}>${richTextHtml(node.children)}</${node.tag}>`;
}
