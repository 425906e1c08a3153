/** Raw environment of this process. The only reader of `process.env` in the roles. */
export function readEnvironment(): Readonly<Record<string, string | undefined>> {
  return process.env;
}
