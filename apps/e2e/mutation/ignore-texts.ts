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
  readonly key?: Node;
  readonly id?: Node;
  readonly expression?: Node;
}

interface Path {
  readonly node: Node;
  readonly parentPath?: Path | null;
}

/** Functions that log a text which they are given. */
const LOGGING = new Set(['forEachIsolated', 'onRailTrouble', 'onPayoutTrouble', 'suspendNetwork', 'reportException']);
/** What log lines are made of: options of `processDue` and `forEachIsolated`, and constants. */
const LOGGED = new Set(['failure', 'fieldsOf', 'fields']);
const TEXTS = new Set(['StringLiteral', 'TemplateLiteral']);

/** Texts of errors, and log lines with their fields: people read them, and no test should repeat them. */
function isForPeople({ node, parentPath }: Path): boolean {
  if (node.type === 'NewExpression') return /Error$/.test(node.callee?.name ?? '');
  if (node.type === 'ObjectProperty') return LOGGED.has(node.key?.name ?? '');
  if (node.type === 'VariableDeclarator') return LOGGED.has(node.id?.name ?? '');
  const called = parentPath?.node.callee?.name ?? '';
  if (TEXTS.has(node.type)) return LOGGING.has(called);
  if (node.type === 'ObjectExpression') return called === 'onRailTrouble' || called === 'onPayoutTrouble';
  if (node.type === 'ExpressionStatement') return isLogging(node.expression);
  return isLogging(node);
}

function isLogging(node: Node | null | undefined): boolean {
  const callee = node?.callee;
  return node?.type === 'CallExpression' && callee?.type === 'MemberExpression' && callee.object?.property?.name === 'logger';
}

/** Read by Stryker. @public */
export const strykerPlugins = [
  declareValuePlugin(PluginKind.Ignore, IGNORE_TEXTS, {
    shouldIgnore: (path: NodePath) => (isForPeople(path as unknown as Path) ? 'a text for people' : undefined),
  }),
];
