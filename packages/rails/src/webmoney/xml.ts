import { Parser } from 'htmlparser2';

/** An element of a parsed document. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** Text directly in the element, trimmed. */
  readonly text: string;
  readonly children: readonly XmlElement[];
}

interface Open {
  readonly name: string;
  readonly attributes: Record<string, string>;
  readonly children: XmlElement[];
  text: string;
}

/** Parses a document; null unless it is one element that ends where the document does: an answer that broke off is none. */
export function readXml(source: string): XmlElement | null {
  const roots: XmlElement[] = [];
  const open: Open[] = [];
  const parser = new Parser(
    {
      onopentag: (name, attributes) => void open.push({ name, attributes, children: [], text: '' }),
      ontext(part) {
        const inner = open.at(-1);
        if (inner) inner.text += part;
      },
      onclosetag() {
        const closed = open.pop();
        if (closed) (open.at(-1)?.children ?? roots).push({ ...closed, text: closed.text.trim() });
      },
    },
    { xmlMode: true },
  );
  parser.end(source);
  const [root] = roots;
  return roots.length === 1 && root && source.trimEnd().endsWith(`</${root.name}>`) ? root : null;
}

/** The element at a path below another, the first of each name; null when there is none. */
export function elementAt(element: XmlElement | null, ...path: readonly string[]): XmlElement | null {
  return path.reduce<XmlElement | null>((at, name) => at?.children.find((child) => child.name === name) ?? null, element);
}

/** The elements of a name directly below another. */
export function elementsIn(element: XmlElement | null, name: string): readonly XmlElement[] {
  return element?.children.filter((child) => child.name === name) ?? [];
}
