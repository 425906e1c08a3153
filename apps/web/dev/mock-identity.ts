import { setTimeout as sleep } from 'node:timers/promises';
import type { Caller } from '@quydoi/contract/caller';
import { AppError } from '@quydoi/contract/errors';
import type { IdentityView, identityProcedures } from '@quydoi/contract/identity';
import type { PortsOf } from '@quydoi/contract/procedure';
import { IDENTITY_PARTS } from '@quydoi/domain/customer/identity';

const CALL_MS = 600;
/** Of customers who have shown nothing. */
export const NO_IDENTITY: IdentityView = { docStatus: 'not_uploaded', parts: [], submittedAt: null, refusal: null };
/** Start of a file that is no picture, in base64: what a test sends to be refused. */
export const NO_PICTURE = Buffer.from('no picture').toString('base64').slice(0, 8);

/** Identities of customers of the mock. Those whose pictures were handed in are refused once, as unreadable, and wait then. */
export function mockIdentity(): PortsOf<{ identity: typeof identityProcedures }>['identity'] {
  const kept = new Map<string, IdentityView>();
  const idOf = ({ principal }: Caller) => (principal.kind === 'customer' ? principal.customerId : '');
  const viewOf = (caller: Caller) => kept.get(idOf(caller)) ?? NO_IDENTITY;
  const keep = (caller: Caller, view: IdentityView) => {
    kept.set(idOf(caller), view);
    return view;
  };
  return {
    get: async (caller) => viewOf(caller),
    uploadPart: async (caller, { part, image }) => {
      await sleep(CALL_MS);
      if (image.startsWith(NO_PICTURE)) throw new AppError('IMAGE_INVALID');
      const view = viewOf(caller);
      return keep(caller, { ...view, parts: [...view.parts.filter((other) => other.part !== part), { part, uploadedAt: new Date() }] });
    },
    submit: async (caller) => {
      await sleep(CALL_MS);
      const view = viewOf(caller);
      if (view.parts.length < IDENTITY_PARTS.length) throw new AppError('IDENTITY_INCOMPLETE');
      if (view.submittedAt === null) return keep(caller, { ...view, submittedAt: new Date(), refusal: 'unreadable' });
      return keep(caller, { ...view, docStatus: 'unverified', submittedAt: new Date(), refusal: null });
    },
  };
}
