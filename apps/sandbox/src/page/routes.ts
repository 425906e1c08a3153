import { Hono } from 'hono';
import type { SandboxOptions } from '../options.ts';
import type { World } from '../world.ts';

/** placeholder, replaced below */
export function pageRoutes(_world: World, _options: SandboxOptions): Hono {
  return new Hono();
}
