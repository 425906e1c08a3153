import { Migration20261121Initial } from './2026-11-21-initial.ts';
import { Migration20261122Reviews } from './2026-11-22-reviews.ts';
import { Migration20261123BothWays } from './2026-11-23-both-ways.ts';
import { Migration20261124Plans } from './2026-11-24-plans.ts';

/** Every migration, oldest first. They go forward only. */
export const MIGRATIONS = [
  { name: '2026-11-21-initial', class: Migration20261121Initial },
  { name: '2026-11-22-reviews', class: Migration20261122Reviews },
  { name: '2026-11-23-both-ways', class: Migration20261123BothWays },
  { name: '2026-11-24-plans', class: Migration20261124Plans },
];
