import type { NodePath } from '@stryker-mutator/api/ignore';
import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin';

/** Name that Stryker's options call this plugin by. */
export const IGNORE_TEXTS = 'texts-for-people';

interface Node {
  readonly type: string;
  readonly callee?: Node;
  readonly object?: Node;
  readonly property?: { readonly name?: string };
  readonly name?: string;
}

/** Texts of errors and log lines: people read them, and no test should repeat them. */
function isForPeople({ node }: { readonly node: Node }): boolean {
  if (node.type === 'NewExpression') return /Error$/.test(node.callee?.name ?? '');
  const { callee } = node;
  return node.type === 'CallExpression' && callee?.type === 'MemberExpression' && callee.object?.property?.name === 'logger';
}

/** Read by Stryker. @public */
export const strykerPlugins = [
  declareValuePlugin(PluginKind.Ignore, IGNORE_TEXTS, {
    shouldIgnore: (path: NodePath) => (isForPeople(path as unknown as { node: Node }) ? 'a text for people' : undefined),
  }),
];
