import fc from 'fast-check';
import superjson, { type SuperJSONResult } from 'superjson';
import { expect, test } from 'vitest';
import { BUY_VIEW, CONFIG_VIEW, QUOTE_VIEW } from '../../testing/views.ts';
import { serializeView } from './serialize-view.ts';

const leaf = fc.oneof(
  fc.string(),
  fc.boolean(),
  fc.constant(null),
  fc.double(),
  fc.bigInt(),
  fc.date({ noInvalidDate: true }),
  fc.constant(undefined),
  fc.constantFrom('a.b', '\\', '__proto__'),
  fc.uniqueArray(fc.string()).map((items) => new Set(items)),
);
const { tree } = fc.letrec((tie) => ({
  tree: fc.oneof(
    { depthSize: 'medium' },
    leaf,
    fc.array(tie('tree'), { maxLength: 4 }),
    fc.dictionary(key(), tie('tree'), { maxKeys: 5, noNullPrototype: true }),
  ),
}));

function key() {
  return fc.oneof(fc.string({ unit: 'grapheme-ascii', maxLength: 6 }), fc.constantFrom('a.b', 'a\\b', '', '0')).filter((text) => !REFUSED.has(text));
}
/** Keys that superjson refuses to write. */
const REFUSED = new Set(['__proto__', 'constructor', 'prototype']);

/** What superjson writes, without its marks of what is the same value. */
const expected = (value: unknown) => withoutSameness(superjson.serialize(value));

function withoutSameness({ json, meta }: SuperJSONResult): string {
  const { referentialEqualities: _, ...marks } = meta ?? {};
  return JSON.stringify(marks.values === undefined ? { json } : { json, meta: marks });
}

test('views are written as superjson writes them, to the byte', () => {
  for (const view of [BUY_VIEW, CONFIG_VIEW, QUOTE_VIEW, { items: [BUY_VIEW], nextCursor: null }, [], {}, [1n], { a: undefined }])
    expect(JSON.stringify(serializeView(view))).toBe(expected(view));
});

/** Marks of list items may stand in another order, which means nothing. */
test('whatever it is given is written as superjson writes it', () => {
  fc.assert(
    fc.property(tree, (value) => {
      expect(JSON.parse(withoutSameness(serializeView(value)))).toEqual(JSON.parse(expected(value)));
    }),
  );
});

test('one object in two places is written twice', () => {
  const at = new Date('2026-01-06T02:00:00.000Z');
  expect(superjson.deserialize(serializeView({ first: at, again: { at } }))).toEqual({ first: at, again: { at } });
});

test('what superjson refuses is refused', () => {
  expect(() => serializeView({ ['__proto__']: 1 })).toThrow('prototype pollution');
});
