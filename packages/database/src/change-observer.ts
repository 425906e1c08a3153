import type { Change } from '@quydoi/domain/change';
import type { Orm } from './orm.ts';

/** Receives changes to the money tables after their commit, with the time of the write. Must not throw. */
export type ChangeObserver = (changes: readonly Change[], at: Date) => void;

const observers = new WeakMap<Orm, ChangeObserver>();

/** Registers the observer of every change that this process commits, so that use cases need no code for logs and metrics. */
export function observeChanges(orm: Orm, observer: ChangeObserver): void {
  observers.set(orm, observer);
}

/** The observer of a database, if there is one. */
export function changeObserverOf(orm: Orm): ChangeObserver | undefined {
  return observers.get(orm);
}
