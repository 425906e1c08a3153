import { textPage } from '../texts/text-page.tsx';
import { ContactForm } from './contact-form.tsx';
import { Questions } from './questions.tsx';

/** Module of the page of contacts and questions, a text with a form. */
export const contactPage = textPage('contact', { contactForm: <ContactForm />, questions: <Questions /> });
