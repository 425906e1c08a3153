import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { HDKey } from '@scure/bip32';
import { p2wpkh } from '@scure/btc-signer';

/** An output descriptor of SegWit addresses: of one key, or of the children of an extended public key of regtest. */
export interface Descriptor {
  /** Without its checksum. */
  readonly text: string;
  readonly isRanged: boolean;
  /** The output script at a place, in hex, and its own descriptor. A descriptor of one key has the place 0 only. */
  at(index: number): { readonly script: string; readonly desc: string };
}

const REGTEST_VERSIONS = { public: 0x043587cf, private: 0x04358394 };
const FORM = /^wpkh\((?:([0-9a-f]{66})|(tpub[1-9A-HJ-NP-Za-km-z]{107})\/0\/\*)\)$/;
const INPUT_CHARSET = '0123456789()[],\'/*abcdefgh@:$%{}IJKLMNOPQRSTUVWXYZ&+-.;<=>?!^_|~ijklmnopqrstuvwxyzABCDEFGH`#"\\ ';
const CHECKSUM_CHARSET = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const GENERATOR = [0xf5dee51989n, 0xa9fdca3312n, 0x1bab10e32dn, 0x3706b1677an, 0x644d626ffdn];

/** Reads a descriptor without its checksum; null when this sandbox does not know its kind, or its key is of another chain. */
export function readDescriptor(text: string): Descriptor | null {
  const [, key, xpub] = FORM.exec(text) ?? [];
  if (key !== undefined) {
    const script = bytesToHex(p2wpkh(hexToBytes(key)).script);
    return { text, isRanged: false, at: () => ({ script, desc: withChecksum(text) }) };
  }
  if (xpub === undefined) return null;
  const account = HDKey.fromExtendedKey(xpub, REGTEST_VERSIONS);
  const branch = account.deriveChild(0);
  const origin = account.fingerprint.toString(16).padStart(8, '0');
  return {
    text,
    isRanged: true,
    at(index) {
      const { publicKey } = branch.deriveChild(index);
      if (!publicKey) throw new Error(`no key at ${index}`);
      return { script: bytesToHex(p2wpkh(publicKey).script), desc: withChecksum(`wpkh([${origin}/0/${index}]${bytesToHex(publicKey)})`) };
    },
  };
}

/** A descriptor with its checksum (BIP 380). */
export function withChecksum(text: string): string {
  return `${text}#${checksumOf(text)}`;
}

/** The checksum of a descriptor (BIP 380). */
export function checksumOf(text: string): string {
  const symbols: number[] = [];
  let groups: number[] = [];
  for (const character of text) {
    const position = INPUT_CHARSET.indexOf(character);
    symbols.push(position & 31);
    groups.push(position >> 5);
    if (groups.length === 3) symbols.push(groups.splice(0).reduce((sum, group) => sum * 3 + group, 0));
  }
  if (groups.length > 0) symbols.push(groups.reduce((sum, group) => sum * 3 + group, 0));
  groups = [];
  const sum = polymod([...symbols, 0, 0, 0, 0, 0, 0, 0, 0]) ^ 1n;
  return Array.from({ length: 8 }, (_, n) => CHECKSUM_CHARSET[Number((sum >> BigInt(5 * (7 - n))) & 31n)]).join('');
}

function polymod(symbols: readonly number[]): bigint {
  return symbols.reduce((sum, symbol) => {
    const top = sum >> 35n;
    const shifted = ((sum & 0x7ffffffffn) << 5n) ^ BigInt(symbol);
    return GENERATOR.reduce((value, generator, n) => ((top >> BigInt(n)) & 1n ? value ^ generator : value), shifted);
  }, 1n);
}
