import { checkPrimeSync } from 'node:crypto';
import type { SandboxRandom } from '../config.ts';
import { sealKeyFile } from './key-file.ts';

const PRIME_BYTES = 33;
const PUBLIC_EXPONENT = 65_537n;
/** Set in both primes, so that their product fills its bytes. */
const TOP_BITS = 3n << BigInt(PRIME_BYTES * 8 - 2);

/** Makes a key of WM Keeper WinPro for the sandbox, as the hex of its file. Marked, so that production refuses it. */
export function makeSandboxKey({ hex }: SandboxRandom, wmid: string, password: string): string {
  const random = () => BigInt(`0x${hex(PRIME_BYTES).replace(/^sandbox-/, '')}`) | TOP_BITS;
  const p = primeFrom(random());
  // Never the same prime, whatever the source of randomness is.
  for (let q = primeFrom(random()); ; q = primeFrom(q + 2n)) {
    const exponent = p === q ? null : inverse(PUBLIC_EXPONENT, (p - 1n) * (q - 1n));
    if (exponent !== null) return `sandbox-${sealKeyFile({ exponent, modulus: p * q }, wmid, password).toString('hex')}`;
  }
}

/** The next prime from a number on. */
function primeFrom(start: bigint): bigint {
  let candidate = start | 1n;
  while (!checkPrimeSync(candidate)) candidate += 2n;
  return candidate;
}

/** The inverse of `a` modulo `m`; null when there is none. */
function inverse(a: bigint, m: bigint): bigint | null {
  let [previous, rest] = [m, a % m];
  let [previousFactor, factor] = [0n, 1n];
  while (rest !== 0n) {
    const quotient = previous / rest;
    [previous, rest] = [rest, previous - quotient * rest];
    [previousFactor, factor] = [factor, previousFactor - quotient * factor];
  }
  return previous === 1n ? ((previousFactor % m) + m) % m : null;
}
