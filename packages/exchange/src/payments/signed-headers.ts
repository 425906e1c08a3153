/** Keeps only headers that signatures may cover; drops cookies and client addresses. */
export function signedHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => name.startsWith('x-') && !name.startsWith('x-forwarded') && !name.startsWith('x-real')),
  );
}
