import type { ReceivedMail } from '@quydoi/sandbox/mail/book';
import type { Endpoints } from '../system/endpoints.ts';

/** A mail in the JSON of the sandbox's `/mails`. */
export type SandboxMail = Omit<ReceivedMail, 'at'> & { readonly at: string };

/** Mails to an address, newest first. */
export async function readMails({ sandboxUrl }: Pick<Endpoints, 'sandboxUrl'>, address: string): Promise<SandboxMail[]> {
  const answer = await fetch(`${sandboxUrl}/mails?to=${encodeURIComponent(address)}`);
  return (await answer.json()) as SandboxMail[];
}
