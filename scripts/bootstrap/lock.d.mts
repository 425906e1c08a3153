/** Takes an exclusive lock on a folder for a purpose, waiting for whoever holds it, and returns its release. */
export function takeLock(dir: string, purpose: string, onWait?: () => void): Promise<() => Promise<void>>;
