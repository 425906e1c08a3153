import { parseText } from '@quydoi/messages/markdown';
import type { Plugin } from 'vite';
import { parse as parseYaml } from 'yaml';
import type { PageText } from './src/features/texts/page-text.ts';

const TEXT_FILE = /features.texts.*\.md$/;
const FRONT_MATTER = /^---\n(.*?)\n---\n(.*)$/s;

/** Turns the Markdown files of the text pages into modules when the site is built, so that browsers need no Markdown parser. */
export const markdownTexts: Plugin = {
  name: 'markdown-texts',
  transform: {
    filter: { id: TEXT_FILE },
    handler: (source) => ({ code: `export const text = ${JSON.stringify(parsePageText(source))};`, map: null, moduleType: 'js' }),
  },
};

/**
 * Parses a text: YAML front matter (`title`, `description`, optionally `isPrivate` and `labels`), then Markdown with Mustache tags.
 * @throws Error for what the pages cannot render, such as HTML, images, or a section that is not closed where it was opened
 */
export function parsePageText(source: string): PageText {
  const [, front = '', body = ''] = FRONT_MATTER.exec(source) ?? [];
  const { title, description, isPrivate = false, labels = {} } = parseYaml(front) as Partial<PageText>;
  if (!title || !description) throw new Error('the front matter has no title or no description');
  return { title, description, isPrivate, labels, body: parseText(body) };
}
