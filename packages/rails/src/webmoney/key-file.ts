import md4 from 'js-md4';

/** A private key of WM Keeper WinPro. */
export interface WinProKey {
  readonly exponent: bigint;
  readonly modulus: bigint;
}

/** Bytes of exponent and of modulus, and of a signature. */
export const NUMBER_BYTES = 66;

/** Size of a key file (`.kwm`). */
const KEY_FILE_BYTES = 164;
const DIGEST_FROM = 4;
const DIGEST_TO = 20;
const HEADER_BYTES = 24;
/** The key is masked from here on; the bytes before are not. */
const MASKED_FROM = 6;
/** First word of a key file. */
const FORMAT = 0x81;

/** MD4. */
export function md4Of(bytes: Uint8Array): Buffer {
  return Buffer.from(md4.arrayBuffer(bytes));
}

/** A number of little-endian bytes. */
export function fromLittleEndian(bytes: Uint8Array): bigint {
  return BigInt(`0x0${Buffer.from(bytes).reverse().toString('hex')}`);
}

/**
 * Opens a key file. It is masked with the MD4 of WMID and password, in some files of the first half of the password; its own MD4 tells which.
 * @throws Error when neither opens it
 */
export function openKeyFile(file: Uint8Array, wmid: string, password: string): WinProKey {
  if (file.length !== KEY_FILE_BYTES) throw new Error(`a key file has ${KEY_FILE_BYTES} bytes, not ${file.length}`);
  const header = Buffer.from(file.subarray(0, HEADER_BYTES));
  for (const tried of [password, password.slice(0, Math.floor(password.length / 2))]) {
    const body = mask(file.subarray(HEADER_BYTES), md4Of(Buffer.from(wmid + tried)));
    if (header.subarray(DIGEST_FROM, DIGEST_TO).equals(digestOf(header, body))) return readKey(body);
  }
  throw new Error('the key file does not open with this WMID and password');
}

/** Makes a key file. */
export function sealKeyFile({ exponent, modulus }: WinProKey, wmid: string, password: string): Buffer {
  const body = Buffer.alloc(KEY_FILE_BYTES - HEADER_BYTES);
  let at = MASKED_FROM - 2;
  for (const number of [exponent, modulus]) {
    body.writeUInt16LE(NUMBER_BYTES, at);
    littleEndian(number).copy(body, at + 2);
    at += 2 + NUMBER_BYTES;
  }
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt16LE(FORMAT, 0);
  header.writeUInt32LE(body.length, DIGEST_TO);
  digestOf(header, body).copy(header, DIGEST_FROM);
  return Buffer.concat([header, mask(body, md4Of(Buffer.from(wmid + password)))]);
}

function mask(body: Uint8Array, key: Uint8Array): Buffer {
  return Buffer.from(body.map((byte, index) => (index < MASKED_FROM ? byte : byte ^ (key[(index - MASKED_FROM) % key.length] ?? 0))));
}

/** Digest of header and open key; the header's flag and digest count as zero. */
function digestOf(header: Uint8Array, body: Uint8Array): Buffer {
  const plain = Buffer.from(header);
  plain.fill(0, 2, DIGEST_TO);
  return md4Of(Buffer.concat([plain, body]));
}

/** Behind four bytes, exponent and modulus: each a little-endian length and a little-endian number. */
function readKey(body: Buffer): WinProKey {
  const exponentFrom = MASKED_FROM;
  const exponentTo = exponentFrom + body.readUInt16LE(exponentFrom - 2);
  const modulusFrom = exponentTo + 2;
  const modulusTo = modulusFrom + body.readUInt16LE(exponentTo);
  return { exponent: fromLittleEndian(body.subarray(exponentFrom, exponentTo)), modulus: fromLittleEndian(body.subarray(modulusFrom, modulusTo)) };
}

function littleEndian(number: bigint): Buffer {
  return Buffer.from(number.toString(16).padStart(NUMBER_BYTES * 2, '0'), 'hex').reverse();
}
