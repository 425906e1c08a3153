import { textPage } from '../texts/text-page.tsx';
import { ContactForm } from './contact-form.tsx';

/** Module of the page of contacts and questions, a text with a form. */
export const contactPage = textPage('contact', { contactForm: <ContactForm /> });
