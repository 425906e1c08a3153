/** Kinds of pictures that are taken. */
export type ImageKind = 'png' | 'jpeg' | 'svg';

/** Exit codes of the process that reads a picture. */
export const EXIT_INVALID = 1;
export const EXIT_TOO_LARGE = 2;

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const JPEG = Buffer.from([0xff, 0xd8, 0xff]);
/** What may stand before the element of an SVG: a byte order mark, the XML declaration, comments. No document type, whose entities could grow. */
const SVG = /^\uFEFF?\s*(?:<\?xml[^<>]*\?>\s*)?(?:<!--(?:(?!-->)[\s\S]){0,2000}-->\s*)*<svg[\s>]/;
/** Where the element of an SVG has begun at the latest. */
const SVG_HEAD_BYTES = 8_192;

/** Kind of a picture by its first bytes (PNG, W3C recommendation, section 5.2; JPEG, ITU-T T.81, annex B); null if it is none that is taken. */
export function imageKindOf(file: Uint8Array): ImageKind | null {
  const head = Buffer.from(file.buffer, file.byteOffset, Math.min(file.byteLength, SVG_HEAD_BYTES));
  if (head.subarray(0, PNG.length).equals(PNG)) return 'png';
  if (head.subarray(0, JPEG.length).equals(JPEG)) return 'jpeg';
  return SVG.test(head.toString('utf8')) ? 'svg' : null;
}

/** Elements of an SVG that are drawn in time and memory as long as the file: no filters, masks, patterns, copies and pictures, no script, no entities. */
const SVG_ELEMENTS: ReadonlySet<string> = new Set(
  'svg g defs title desc path rect circle ellipse line polyline polygon text tspan lineargradient radialgradient stop'.split(' '),
);

/** Whether an SVG has elements of these kinds only, no document type, and no encoding by which a parser could read others. */
export function isPlainSvg(text: string): boolean {
  if (/<!(?!--)|<\?(?!xml[\s?])/i.test(text)) return false;
  const encoding = /^\uFEFF?\s*<\?xml[^>]*\bencoding\s*=\s*["']([^"']*)/i.exec(text)?.[1];
  if (encoding !== undefined && encoding.toLowerCase() !== 'utf-8') return false;
  for (const [, name = ''] of text.matchAll(/<([\w:.-]+)/g)) if (!SVG_ELEMENTS.has(name.toLowerCase())) return false;
  return true;
}
