/** Path of an order's page within the site. */
export function orderPath(ref: string): string {
  return `/history/transaction/${ref}`;
}

/** Address of an order's page, to keep or to pass on. @param key grants full access; null if this device has none */
export function orderLink(ref: string, key: string | null): string {
  return `${location.origin}/order/${ref}${key === null ? '' : `#k=${key}`}`;
}
