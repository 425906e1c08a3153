import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePorts, releasePorts } from '../system/ports.ts';

const PIECES = 16;
/** Pause between two pieces: long enough for a browser to draw what has come. */
const PAUSE_MS = 150;

/** A site whose documents arrive in pieces. */
export interface PiecemealSite {
  readonly url: string;
  stop(): Promise<void>;
}

/** Serves another site's pages as a slow line would: documents arrive piece by piece, everything else at once. */
export async function startPiecemealSite(origin: string): Promise<PiecemealSite> {
  const [port = 0] = await findFreePorts(1);
  const server = createServer(async ({ url = '/', headers }, answer) => {
    const { status, body, type } = await fetched(`${origin}${url}`, headers.accept ?? '*/*', headers.cookie ?? '');
    answer.writeHead(status, { 'content-type': type });
    const size = type.startsWith('text/html') ? Math.ceil(body.length / PIECES) : body.length;
    for (let start = 0; start < body.length; start += size) {
      if (start > 0) await sleep(PAUSE_MS);
      answer.write(body.subarray(start, start + size));
    }
    answer.end();
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
      await releasePorts([port]);
    },
  };
}

async function fetched(url: string, accept: string, cookie: string): Promise<{ status: number; body: Uint8Array; type: string }> {
  const answer = await fetch(url, { headers: { accept, cookie } });
  return {
    status: answer.status,
    body: new Uint8Array(await answer.arrayBuffer()),
    type: answer.headers.get('content-type') ?? 'application/octet-stream',
  };
}
