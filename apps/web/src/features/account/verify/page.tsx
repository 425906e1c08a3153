import { textPage } from '../../texts/text-page.tsx';
import { IdentityForm } from './identity-form.tsx';

/** Module of the page where customers show who they are, a text with a form. */
export const verifyPage = textPage('verify', { identityForm: <IdentityForm /> });
