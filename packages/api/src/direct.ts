import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AppOptions } from './door.ts';
import { chooseAnswer } from './encoded-answer.ts';
import { securityHeaders } from './security-headers.ts';
import { createSnapshotAnswers } from './snapshots.ts';
import { TRPC_PATH } from './trpc/handler.ts';

/**
 * Answers what every open page polls, the two snapshots, straight on Node's own request: making a Request and a Response costs as much as
 * answering. The answer is the app's own to the byte.
 * @returns whether the request was one of these; all others go to the app
 */
export function createDirectAnswers(
  options: Pick<AppOptions, 'snapshots' | 'https'>,
): (request: IncomingMessage, response: ServerResponse) => boolean {
  const snapshots = createSnapshotAnswers(options.snapshots, securityHeaders(options.https ?? false), TRPC_PATH);
  return (request, response) => {
    const answer = snapshots.find(request.method, request.url ?? '');
    if (!answer) return false;
    const { status, headers, body } = chooseAnswer(answer, request.headers['if-none-match'], headerText(request.headers['accept-encoding']));
    response.writeHead(status, headers);
    response.end(request.method === 'HEAD' ? null : body);
    return true;
  };
}

function headerText(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(', ') : value;
}
