import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chooseProvider, DRAW_MAX, type ProviderOffer } from './choose-provider.ts';

const WELL = { takes: true, health: 'well', isBusy: false, hasFailed: false } as const;
const A: ProviderOffer = { ...WELL, name: 'a', spendable: 300n };
const B: ProviderOffer = { ...WELL, name: 'b', spendable: 100n };
const AMOUNT = 50n;

describe('the provider of a payout', () => {
  test('is drawn by its share of the money', () => {
    const drawn = (part: bigint) => chooseProvider([A, B], AMOUNT, (DRAW_MAX * part) / 1_000n);
    expect([0n, 749n, 750n, 999n].map(drawn)).toEqual(['a', 'a', 'b', 'b']);
    expect(chooseProvider([A, B], AMOUNT, DRAW_MAX - 1n)).toBe('b');
  });

  test.each<[string, Partial<ProviderOffer>]>([
    ['is out', { health: 'out' }],
    ['was in trouble', { health: 'troubled' }],
    ['does not take it', { takes: false }],
    ['is short of money', { spendable: 49n }],
    ['tells no balance', { spendable: null }],
    ['answers slowly', { isBusy: true }],
    ['has failed it', { hasFailed: true }],
  ])('is the other one if one %s', (_, set) => {
    for (const draw of [0n, DRAW_MAX / 2n, DRAW_MAX - 1n]) {
      expect(chooseProvider([{ ...A, ...set }, B], AMOUNT, draw)).toBe('b');
      expect(chooseProvider([B, { ...A, ...set }], AMOUNT, draw)).toBe('b');
    }
  });

  test('is one in trouble, slow or short if no other takes it', () => {
    const troubled: ProviderOffer = { ...A, health: 'troubled', isBusy: true, hasFailed: true, spendable: 0n };
    expect(chooseProvider([troubled, { ...B, health: 'out' }], AMOUNT, 0n)).toBe('a');
    expect(chooseProvider([troubled, { ...B, takes: false }], AMOUNT, DRAW_MAX - 1n)).toBe('a');
  });

  test('is one that tells no balance before one that is short, whatever its health', () => {
    const untold: ProviderOffer = { ...A, spendable: null, health: 'troubled', isBusy: true, hasFailed: true };
    expect(chooseProvider([untold, { ...B, spendable: AMOUNT - 1n }], AMOUNT, 0n)).toBe('a');
  });

  test('prefers enough money to good health, and good health to a quick answer', () => {
    expect(
      chooseProvider(
        [
          { ...A, spendable: 0n },
          { ...B, health: 'troubled', isBusy: true, hasFailed: true },
        ],
        AMOUNT,
        0n,
      ),
    ).toBe('b');
    expect(
      chooseProvider(
        [
          { ...A, health: 'troubled' },
          { ...B, isBusy: true, hasFailed: true },
        ],
        AMOUNT,
        0n,
      ),
    ).toBe('b');
    expect(
      chooseProvider(
        [
          { ...A, isBusy: true },
          { ...B, hasFailed: true },
        ],
        AMOUNT,
        0n,
      ),
    ).toBe('b');
  });

  test('is none if none can', () => {
    expect(chooseProvider([], AMOUNT, 0n)).toBeNull();
    expect(
      chooseProvider(
        [
          { ...A, health: 'out' },
          { ...B, takes: false },
        ],
        AMOUNT,
        0n,
      ),
    ).toBeNull();
  });

  test('is one of those that take it and are not out, whatever else holds, and always the same for the same draw', () => {
    const offer = fc.record({
      name: fc.constantFrom('a', 'b', 'c'),
      takes: fc.boolean(),
      health: fc.constantFrom('well' as const, 'troubled' as const, 'out' as const),
      spendable: fc.option(fc.bigInt({ min: -10n, max: 1_000n })),
      isBusy: fc.boolean(),
      hasFailed: fc.boolean(),
    });
    const offers = fc.uniqueArray(offer, { selector: ({ name }) => name, maxLength: 3 });
    fc.assert(
      fc.property(offers, fc.bigInt({ min: 1n, max: 500n }), fc.bigInt({ min: 0n, max: DRAW_MAX - 1n }), (all, amount, draw) => {
        const chosen = chooseProvider(all, amount, draw);
        const able = all.filter(({ takes, health }) => takes && health !== 'out').map(({ name }) => name);
        if (able.length === 0) expect(chosen).toBeNull();
        else expect(able).toContain(chosen);
        expect(chooseProvider(all, amount, draw)).toBe(chosen);
      }),
    );
  });
});
