import { InvariantError } from './invariant.ts';
import { ceilDiv, floorDiv, halfUpDiv } from './money.ts';

/** Rational number: lets a chain of products and fees be rounded once, at its end. The denominator is above zero. */
export interface Exact {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** Makes a rational number. @throws InvariantError unless the denominator is above zero */
export function exact(numerator: bigint, denominator = 1n): Exact {
  if (denominator <= 0n) throw new InvariantError('an exact number needs a denominator above zero');
  return { numerator, denominator };
}

/** Adds two rational numbers. */
export function plus(a: Exact, b: Exact): Exact {
  return { numerator: a.numerator * b.denominator + b.numerator * a.denominator, denominator: a.denominator * b.denominator };
}

/** Subtracts `b` from `a`. */
export function minus(a: Exact, b: Exact): Exact {
  return plus(a, { numerator: -b.numerator, denominator: b.denominator });
}

/** Multiplies two rational numbers. */
export function times(a: Exact, b: Exact): Exact {
  return { numerator: a.numerator * b.numerator, denominator: a.denominator * b.denominator };
}

/** Divides `a` by `b`. @throws InvariantError unless the divisor is above zero */
export function dividedBy(a: Exact, b: Exact): Exact {
  if (b.numerator <= 0n) throw new InvariantError('division by an exact number that is not above zero');
  return { numerator: a.numerator * b.denominator, denominator: a.denominator * b.numerator };
}

/** Minimum of two rational numbers. */
export function least(a: Exact, b: Exact): Exact {
  return minus(a, b).numerator <= 0n ? a : b;
}

/** Maximum of two rational numbers. */
export function greatest(a: Exact, b: Exact): Exact {
  return minus(a, b).numerator >= 0n ? a : b;
}

/** Rounds towards minus infinity. */
export function floorOf(value: Exact): bigint {
  return floorDiv(value.numerator, value.denominator);
}

/** Rounds towards plus infinity. */
export function ceilOf(value: Exact): bigint {
  return ceilDiv(value.numerator, value.denominator);
}

/** Rounds to the nearest integer, halves away from zero. */
export function halfUpOf(value: Exact): bigint {
  return halfUpDiv(value.numerator, value.denominator);
}
