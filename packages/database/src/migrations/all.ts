import { Migration20261122Initial } from './2026-11-22-initial/migration.ts';

/** Every migration, oldest first. Forward only: one that has been released is never edited. */
export const MIGRATIONS = [{ name: '2026-11-22-initial', class: Migration20261122Initial }];
