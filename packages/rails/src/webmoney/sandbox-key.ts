import { checkPrimeSync } from 'node:crypto';
import type { SandboxRandom } from '../config.ts';
import { sealKeyFile } from './key-file.ts';

const PRIME_BYTES = 33;
const PUBLIC_EXPONENT = 65_537n;

/** Makes a key of WM Keeper WinPro for the sandbox, as the hex of its file. Marked, so that production refuses it. */
export function makeSandboxKey({ hex }: SandboxRandom, wmid: string, password: string): string {
  const prime = () => primeFrom(BigInt(`0x${hex(PRIME_BYTES).replace(/^sandbox-/, '')}`));
  for (;;) {
    const [p, q] = [prime(), prime()];
    const exponent = p === q ? null : inverse(PUBLIC_EXPONENT, (p - 1n) * (q - 1n));
    if (exponent !== null) return `sandbox-${sealKeyFile({ exponent, modulus: p * q }, wmid, password).toString('hex')}`;
  }
}

/** The next prime from a random number on, its two highest bits set, so that the product of two fills its bytes. */
function primeFrom(random: bigint): bigint {
  const topBits = 3n << BigInt(PRIME_BYTES * 8 - 2);
  let candidate = random | topBits | 1n;
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
