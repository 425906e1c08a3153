import { ceilDiv, larger } from '@quydoi/domain/money';
import { RailError } from '../rail-error.ts';

/** Fee rates are in satoshi for a thousand vbytes, as nodes count them: whole numbers that can be exact. */
export type FeeRate = bigint;

const VBYTES = 1_000n;
/** Nodes relay nothing below one satoshi for a vbyte; newer ones take a tenth of it, and older ones are still many. */
export const RELAY_MIN: FeeRate = 1_000n;
/** Rate while the node has no estimate: it has seen too few blocks. */
export const FALLBACK_RATE: FeeRate = 2_000n;
/** A replacement pays at least this much more, per mille: nodes ask for a strictly better rate, and miners for a worthwhile one. */
const REPLACEMENT_PER_MILLE = 1_125n;
/** A replacement pays for its own relay besides (BIP 125, rule 4). */
const REPLACEMENT_STEP: FeeRate = RELAY_MIN;

/** What the dearest usual transfer of ours weighs: two inputs, a destination with the longest script, and change. */
export const USUAL_VSIZE = 223;

const OVERHEAD_WEIGHT = 4 * 10 + 2;
/** Outpoint, empty script and sequence, and a witness of the longest signature and a key (P2WPKH). */
const INPUT_WEIGHT = 4 * 41 + 108;

/** Virtual size of a transfer from SegWit addresses, with the longest signatures. @param outputScripts in hex */
export function vsizeOf(inputs: number, outputScripts: readonly string[]): number {
  const outputs = outputScripts.reduce((sum, script) => sum + 4 * (8 + 1 + script.length / 2), 0);
  return Math.ceil((OVERHEAD_WEIGHT + inputs * INPUT_WEIGHT + outputs) / 4);
}

/** What an input adds to a transfer, in vbytes. */
export const INPUT_VSIZE = INPUT_WEIGHT / 4;

/** The fee of a transfer, in satoshi. */
export function feeAt(rate: FeeRate, vsize: number): bigint {
  return ceilDiv(rate * BigInt(vsize), VBYTES);
}

/** The rate that a fee amounts to, rounded down. */
export function rateOf(fee: bigint, vsize: number): FeeRate {
  return (fee * VBYTES) / BigInt(vsize);
}

/** Requires a rate that we pay. @throws RailError trouble `dear` when it is above the maximum: nothing is sent until it falls */
export function requireAffordable(rate: FeeRate, max: FeeRate): FeeRate {
  if (rate > max) {
    throw new RailError('bitcoin', 'dear', 'not-done', `a vbyte costs ${inSatoshi(rate)} satoshi, above the limit of ${inSatoshi(max)}`);
  }
  return rate;
}

/**
 * Rate of a replacement at present prices; null while the transfer's own rate is adequate, or when a replacement would be above the maximum.
 * @param poolMin rate below which nodes keep no transaction
 */
export function replacementRate(before: FeeRate, present: FeeRate, max: FeeRate, poolMin: FeeRate = RELAY_MIN): FeeRate | null {
  // Three quarters of the rate of the next blocks are mined some blocks later, if nodes keep them so long.
  if (before * 4n >= present * 3n && before >= poolMin) return null;
  const least = larger(ceilDiv(before * REPLACEMENT_PER_MILLE, 1_000n), before + REPLACEMENT_STEP);
  const wanted = larger(least, present > max ? max : present);
  return wanted > max ? null : wanted;
}

/**
 * Output amounts below which nodes relay no transfer, by the script that is paid to (Bitcoin Core's `GetDustThreshold` at its default rate): what
 * spending it costs.
 */
export function dustOf(script: string): bigint {
  const size = BigInt(8 + 1 + script.length / 2);
  const isWitness = /^(?:00|5[1-9a-f]|60)[0-9a-f]{2}/.test(script) && Number.parseInt(script.slice(2, 4), 16) * 2 + 4 === script.length;
  return (size + (isWitness ? 67n : 148n)) * 3n;
}

function inSatoshi(rate: FeeRate): string {
  return (Number(rate) / Number(VBYTES)).toFixed(1);
}
