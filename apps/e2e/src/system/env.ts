/** Variables of this process; the one place that reads them. */
export function readEnvironment(): Readonly<Record<string, string | undefined>> {
  return process.env;
}
