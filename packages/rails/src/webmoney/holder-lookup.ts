import { type HolderMark, markedName } from '@quydoi/domain/holder-mark';
import type { Http } from '../http.ts';
import type { Lookup, LookupResult } from '../lookup.ts';
import { RailError } from '../rail-error.ts';
import { FORMAL_PASSPORT, findPassport, NEW_FOR_MS, type Passport } from './passport.ts';
import { findPurseOwner } from './purse-owner.ts';
import type { WinProAccess } from './win-pro.ts';
import { isWmzPurse, purse } from './wire.ts';

const INVALID: LookupResult = { state: 'invalid' };

/** Where the XML interfaces are, and our access to them. */
export interface HolderLookupAccess {
  /** Of X8. */
  readonly interfaces: Http;
  /** Of X11. */
  readonly passports: Http;
  readonly winPro: WinProAccess;
}

/**
 * Holders' names of purses: X8 tells whose a purse is, X11 the owner's passport. A purse that a transfer cannot reach, or whose owner's passport was
 * recalled, is none for us; one whose owner has to do something first has a mark after the name.
 */
export function createHolderLookup({ interfaces, passports, winPro }: HolderLookupAccess): Lookup {
  let lastReqn = 0;
  let turn: Promise<unknown> = Promise.resolve();

  /** Request numbers have to arrive in ascending order: one call at a time. */
  function inTurn<T>(now: Date, call: (reqn: number) => Promise<T>): Promise<T> {
    const result = turn.then(() => {
      lastReqn = Math.max(lastReqn + 1, now.getTime());
      return call(lastReqn);
    });
    turn = result.catch(() => {});
    return result;
  }

  return {
    async find(account, _bank, now) {
      const asked = purse(account);
      if (!isWmzPurse(asked)) return INVALID;
      try {
        const owner = await inTurn(now, (reqn) => findPurseOwner(interfaces, winPro, asked, reqn));
        if (!owner?.isPayable) return INVALID;
        const passport = await findPassport(passports, owner.wmid);
        if (!passport || passport.isRecalled) return INVALID;
        return { state: 'found', name: markedName(passport.name, markOf(passport, owner.isLimited, now)) };
      } catch (error) {
        if (error instanceof RailError && error.trouble !== 'credentials') return { state: 'unavailable' };
        throw error;
      }
    },
  };
}

function markOf({ kind, registeredAt }: Passport, isLimited: boolean, now: Date): HolderMark | null {
  if (kind >= FORMAL_PASSPORT) return isLimited ? 'limit' : null;
  const isNew = registeredAt !== null && now.getTime() - registeredAt.getTime() < NEW_FOR_MS;
  return isNew ? 'begin' : 'initial';
}
