import { Migration20261121Initial } from './2026-11-21-initial.ts';

/** Every migration, oldest first. They go forward only. */
export const MIGRATIONS = [{ name: '2026-11-21-initial', class: Migration20261121Initial }];
