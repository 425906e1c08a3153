import { Parser } from 'htmlparser2';

/** The hidden inputs of an answer by name. */
export interface Page {
  /** Value of a field; null when it is absent, empty, or present with different values. */
  field(name: string): string | null;
  /** Whether the field is present, even with conflicting values. */
  has(name: string): boolean;
}

/** Parses a response's inputs, in any order, quoting and case of tags. Ignores a truncated tag at the end. */
export function readPage(html: string): Page {
  const values = new Map<string, Set<string>>();
  const parser = new Parser({
    onopentag(tag, attributes) {
      const name = attributes.name;
      if (tag !== 'input' || name === undefined) return;
      const known = values.get(name) ?? new Set();
      values.set(name, known.add((attributes.value ?? '').trim()));
    },
  });
  parser.end(html);
  return {
    field(name) {
      const known = [...(values.get(name) ?? [])];
      return known.length === 1 && known[0] ? known[0] : null;
    },
    has: (name) => values.has(name),
  };
}

/** The text of a plain answer with its entities decoded; null when it is markup, empty or longer than any name. */
export function readPlainText(answer: string): string | null {
  if (/<[a-z!/?]/i.test(answer) || answer.length > 1000) return null;
  let text = '';
  const parser = new Parser({
    ontext(part) {
      text += part;
    },
  });
  parser.end(answer.replaceAll('<', '&lt;'));
  const clean = text
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  return clean === '' ? null : clean;
}

/** The text behind `Error:` when a plain answer starts with it. */
export function errorOf(text: string): string | null {
  return /^\s*error:\s*(.*)/i.exec(text)?.[1]?.trim() ?? null;
}
