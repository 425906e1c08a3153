import { laterPart } from '../../shell/later-part.tsx';

/** What the form has for who is logged in, which loads then. */
export const MemberPart = laterPart(async () => (await import('../later/member-part.tsx')).MemberPart, null);
