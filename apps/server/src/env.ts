/** Variables of this process as they are; the one place that reads them. */
export function readEnvironment(): Readonly<Record<string, string | undefined>> {
  return process.env;
}
