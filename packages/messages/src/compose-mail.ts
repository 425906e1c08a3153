import type { AccountUse, MailContent, MailKind } from '@quydoi/domain/customer/mail';
import { LOCALES, type Locale } from '@quydoi/domain/locales';
import { escapeHtml } from './escape-html.ts';
import { translate } from './translate.ts';

/** A mail as its reader sees it. */
export interface ComposedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Parts of a mail, top to bottom. */
interface Parts {
  readonly paragraphs: readonly string[];
  /** Absent in mails that lead nowhere. */
  readonly button?: { readonly label: string; readonly url: string };
  readonly after: string;
}

const SITE_NAME = 'Quy Đổi';

/** Writes a mail in a language, as plain text and as a page that says the same. */
export function composeMail(mail: MailContent, locale: Locale): ComposedMail {
  const subject = `${subjectOf(mail, locale)} · ${SITE_NAME}`;
  const parts = partsOf(mail, locale);
  const footer = translate(locale, 'mail.footer');
  const { paragraphs, button, after } = parts;
  return {
    subject,
    text: [...paragraphs, ...(button ? [`${button.label}: ${button.url}`] : []), after, footer].join('\n\n'),
    html: htmlOf(locale, subject, parts, [translate(locale, 'mail.linkHint'), footer]),
  };
}

function subjectOf(mail: MailContent, locale: Locale): string {
  const id = `mail.${mail.kind}.subject`;
  return mail.kind === 'contact-message' ? translate(locale, id, { subject: oneLine(mail.params.subject) }) : translate(locale, id);
}

function partsOf(mail: MailContent, locale: Locale): Parts {
  const { kind, params } = mail;
  const after = translate(locale, `mail.${kind}.else`);
  const body = (values: Readonly<Record<string, string>> = {}) => translate(locale, `mail.${kind}.body`, values);
  const ownButton = (url: string) => ({ label: translate(locale, `mail.${kind}.button`), url });
  const reset = (url: string) => ({ label: translate(locale, 'mail.resetButton'), url });
  switch (kind) {
    case 'verify-email':
      return { paragraphs: [body({ hours: params.hours })], button: ownButton(params.link), after };
    case 'reset-password':
      return { paragraphs: [body({ minutes: params.minutes })], button: reset(params.link), after };
    case 'has-account':
      return { paragraphs: [body({ forgotPage: params.forgotPage })], button: ownButton(params.loginPage), after };
    case 'new-sign-in':
    case 'password-changed':
    case 'two-factor-on':
    case 'two-factor-off':
    case 'recovery-code-used':
    case 'recovery-codes-replaced':
    case 'withdrawal-asked':
    case 'passkey-added':
    case 'passkey-removed':
    case 'passkey-copied':
      return { paragraphs: [body(), ...factsOf(params, locale)], button: reset(params.forgotPage), after };
    case 'account-deleted':
      return { paragraphs: [body(), ...factsOf(params, locale)], button: ownButton(params.registerPage), after };
    case 'contact-message':
      return { paragraphs: [body({ email: oneLine(params.email) }), ...quoted(params.message)], after };
  }
  return unknownKind(kind);
}

/** When and from where it was done, a line each. */
function factsOf({ at, timeZone, ip, userAgent }: AccountUse, locale: Locale): string[] {
  // British, as the site: its days come before months, and its clock has 24 hours.
  const tag = locale === 'en' ? 'en-GB' : LOCALES[locale].tag;
  const time = new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeStyle: 'long', timeZone }).format(new Date(at));
  const facts = [translate(locale, 'mail.when', { at: time }), translate(locale, 'mail.where', { ip })];
  const device = oneLine(userAgent);
  return device === '' ? facts : [...facts, translate(locale, 'mail.device', { userAgent: device })];
}

/** What a stranger wrote in several lines, each marked as a quotation: none can pass for a paragraph of ours. */
function quoted(text: string): string[] {
  const lines = text.split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/).map(oneLine);
  return lines.filter((line) => line !== '').map((line) => `> ${line}`);
}

/** What a stranger wrote, in one line: it cannot pass for a paragraph of ours. Drops invisible characters, such as those that turn text around. */
function oneLine(text: string): string {
  return text.replace(/[\p{C}\p{Z}]+/gu, ' ').trim();
}

function unknownKind(kind: never): never {
  throw new Error(`a mail of kind ${String(kind satisfies MailKind)}`);
}

/** Mail programs know little CSS: everything stands in the elements, and nothing is loaded. */
function htmlOf(locale: Locale, subject: string, { paragraphs, button, after }: Parts, [linkHint, footer]: readonly [string, string]): string {
  const paragraph = (text: string, style = '') => `<p style="margin:0 0 16px;${style}">${escapeHtml(text)}</p>`;
  return [
    `<!doctype html><html lang="${LOCALES[locale].tag}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">`,
    `<meta name="color-scheme" content="light dark"><title>${escapeHtml(subject)}</title></head>`,
    '<body style="margin:0;padding:24px 16px;font:16px/1.5 system-ui,sans-serif"><div style="max-width:480px;margin:0 auto">',
    `<p style="margin:0 0 24px;font-size:20px;font-weight:700">${SITE_NAME}</p>`,
    ...paragraphs.map((text) => paragraph(text)),
    ...(button ? buttonOf(button, linkHint) : []),
    paragraph(after),
    paragraph(footer, 'font-size:14px;border-top:1px solid #9ca3af;padding-top:16px'),
    '</div></body></html>',
  ].join('\n');
}

/** A link that looks like a button, and below it the same to copy. */
function buttonOf({ label, url: plainUrl }: NonNullable<Parts['button']>, linkHint: string): string[] {
  const url = escapeHtml(plainUrl);
  return [
    `<p style="margin:24px 0"><a href="${url}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#1d4ed8;color:#ffffff;text-decoration:none;font-weight:600">${escapeHtml(label)}</a></p>`,
    `<p style="margin:0 0 16px;font-size:14px">${escapeHtml(linkHint)}<br><a href="${url}" style="word-break:break-all">${url}</a></p>`,
  ];
}
