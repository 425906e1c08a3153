import type { ReceivedSms } from '@quydoi/sandbox/sms/book';
import type { Endpoints } from '../system/endpoints.ts';
import { until } from '../until.ts';

const SMS_MS_MAX = 60_000;
/** The code of an SMS of ours. */
const CODE = /\b\d{6}\b/;

/** Texts of the SMS to a number, newest first. @param to as it is dialled within Vietnam */
export async function readSms({ sandboxUrl }: Pick<Endpoints, 'sandboxUrl'>, to: string): Promise<string[]> {
  const answer = await fetch(`${sandboxUrl}/sms?to=${to}`);
  return ((await answer.json()) as ReceivedSms[]).map(({ text }) => text);
}

/** The code of the newest SMS to a number, once there are so many. */
export function codeBySms(endpoints: Pick<Endpoints, 'sandboxUrl'>, to: string, count: number): Promise<string> {
  return until(`SMS ${count}`, SMS_MS_MAX, async () => {
    const texts = await readSms(endpoints, to);
    return texts.length >= count ? (CODE.exec(texts[0] ?? '')?.[0] ?? false) : false;
  });
}
