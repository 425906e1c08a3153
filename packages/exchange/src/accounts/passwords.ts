import { createHmac, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { Ctx } from '../context.ts';
import { isMac, type MacSecrets, macOf } from '../keyed-mac.ts';

/** Hashes passwords. */
export interface Passwords {
  /** A hash that is nobody's yet, and so counts for nobody. */
  hash(password: string): Promise<string>;
  /** Makes a hash the customer's: adds a code over both. */
  bind(customerId: string, hash: string): string;
  /** A hash that is the customer's. */
  hashFor(customerId: string, password: string): Promise<string>;
  /** Whether a password is the one of a hash, and the hash the customer's, in constant time. */
  verify(of: { readonly customerId: string; readonly hash: string; readonly password: string }): Promise<boolean>;
}

/** Cost of scrypt (RFC 7914): 2 to the `ln` times 128 `r` bytes of memory, `p` times. */
export interface PasswordCost {
  readonly ln: number;
  readonly r: number;
  readonly p: number;
}

/** 32 MiB three times: what OWASP's Password Storage Cheat Sheet asks of scrypt. */
const PASSWORD_COST: PasswordCost = { ln: 15, r: 8, p: 3 };
const SALT_BYTES = 16;
const KEY_BYTES = 32;
const PEPPER_NAME_BYTES = 4;
/** 128 bits. */
const CODE_BYTES = 16;
const HASH = /^(\$scrypt\$ln=(\d+),r=(\d+),p=(\d+),k=([\w-]+)\$([\w-]+)\$([\w-]+))\$([\w-]{22})$/;

const derive = promisify<string | Buffer, Buffer, number, ScryptOptions, Buffer>(scrypt);

/**
 * Hashes passwords with scrypt, under a secret that the database does not have: nobody can try passwords on stolen hashes, make a hash of their own, or
 * use the one of their own password as another customer's. A hash names its cost and its secret, so that both can be changed for new ones.
 */
export function createPasswords(ctx: Pick<Ctx, 'random'>, secrets: MacSecrets, cost: PasswordCost = PASSWORD_COST): Passwords {
  const named = secrets.map((secret) => ({ secret, name: macOf('password secret', [secret], PEPPER_NAME_BYTES) }));
  const [{ secret: newest, name: newestName }] = named as [(typeof named)[number]];

  /** Composed and decomposed letters of one text are the same password, whichever keyboard wrote them. */
  function keyOf(password: string, salt: Buffer, { ln, r, p }: PasswordCost, secret: MacSecrets[number]): Promise<Buffer> {
    const peppered = createHmac('sha256', secret)
      .update(`password\n${password.normalize('NFKC')}`)
      .digest();
    const N = 2 ** ln;
    return derive(peppered, salt, KEY_BYTES, { N, r, p, maxmem: 2 * 128 * N * r });
  }

  async function hash(password: string): Promise<string> {
    const salt = Buffer.from(ctx.random(SALT_BYTES));
    const key = await keyOf(password, salt, cost, newest);
    return `$scrypt$ln=${cost.ln},r=${cost.r},p=${cost.p},k=${newestName}$${salt.toString('base64url')}$${key.toString('base64url')}`;
  }

  const bind = (customerId: string, unbound: string) => `${unbound}$${macOf(codedText(customerId, unbound), secrets, CODE_BYTES)}`;

  return {
    hash,
    bind,
    hashFor: async (customerId, password) => bind(customerId, await hash(password)),
    async verify({ customerId, hash: stored, password }) {
      const [, unbound = '', ln = '', r = '', p = '', name = '', salt = '', key = '', code = ''] = HASH.exec(stored) ?? [];
      const isTheirs = isMac(code, codedText(customerId, unbound), secrets, CODE_BYTES);
      const known = isTheirs ? named.find((one) => one.name === name) : undefined;
      // Takes as long as another one, and at no cost that a stranger wrote: a hash of another customer, or of a secret that is gone, is no sign either.
      const made = await keyOf(
        password,
        Buffer.from(salt, 'base64url'),
        known ? { ln: Number(ln), r: Number(r), p: Number(p) } : cost,
        known?.secret ?? newest,
      );
      const wanted = Buffer.from(key, 'base64url');
      return known !== undefined && wanted.length === made.length && timingSafeEqual(wanted, made);
    },
  };
}

function codedText(customerId: string, hash: string): string {
  return `hash of ${customerId} ${hash}`;
}
