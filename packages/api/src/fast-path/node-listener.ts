import type { IncomingMessage, ServerResponse } from 'node:http';
import { CONFIG_WEB_PATH, type ConfigWebPolls } from '../rest/handler.ts';
import type { OrderPolls } from './order-polls.ts';
import { sendPlain } from './plain-answer.ts';
import { chooseAnswer } from './prepared-answer.ts';
import { headOfIncoming } from './request-head.ts';
import type { SnapshotAnswers } from './snapshot-polls.ts';

/** Answers a request straight on Node's own. Returns whether it was its to answer; all others go to the app. */
export type Direct = (request: IncomingMessage, response: ServerResponse) => boolean;

/**
 * Answers what is polled, the two snapshots, orders and `config-web`, straight on Node's own request: making a Request and a Response costs as
 * much as answering. The answers are the app's own to the byte.
 */
export function createDirectAnswers(snapshots: SnapshotAnswers, orders: OrderPolls, configWeb: ConfigWebPolls): Direct {
  return (request, response) => {
    const { method, url = '', headers } = request;
    const snapshot = snapshots.find(method, url);
    if (snapshot) {
      sendPlain(chooseAnswer(snapshot, headers['if-none-match'], acceptedEncodings(request)), method, response);
      return true;
    }
    const ref = orders.refOf(method, url);
    if (ref !== null) {
      const answer = orders.answer(headOfIncoming(request), ref);
      if (answer instanceof Promise) void answer.then((made) => sendPlain(made, method, response));
      else sendPlain(answer, method, response);
      return true;
    }
    if (method !== 'POST' || url !== CONFIG_WEB_PATH || !configWeb.isPoll(headers)) return false;
    configWeb.answer(request, (answer) => sendPlain(answer, method, response));
    return true;
  };
}

function acceptedEncodings({ headers }: IncomingMessage): string | undefined {
  const value = headers['accept-encoding'];
  return Array.isArray(value) ? value.join(', ') : value;
}
