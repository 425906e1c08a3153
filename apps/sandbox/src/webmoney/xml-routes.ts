import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import type { ProviderFaults } from '../faults.ts';
import type { WebMoneyFault } from './faults.ts';
import { flagsOf, isPurse, passportOf, stateOf, wmidOf } from './holders.ts';
import type { WebMoneyOptions } from './options.ts';
import { isSignatureOf } from './signature.ts';

type Settings = WebMoneyOptions & { readonly now: () => Date };

/** Interfaces X8 (whose a purse is) and X11 (a WMID's passport). */
export function xmlRoutes(faults: ProviderFaults<WebMoneyFault>, settings: Settings): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>();
  let lastReqn = 0;
  app.post('/asp/XMLFindWMPurseNew.asp', async (c) => {
    if (faults.take('lookup-unavailable')) return c.text('Service Unavailable', 503);
    const xml = await c.req.text();
    const [purse, wmid, sign, reqn] = [valueIn(xml, 'purse'), valueIn(xml, 'wmid'), valueIn(xml, 'sign'), Number(valueIn(xml, 'reqn'))];
    const answer = (retval: number, body = '') =>
      c.body(
        `<?xml version="1.0" encoding="windows-1251"?>\n<w3s.response><reqn>${reqn}</reqn><retval>${retval}</retval><retdesc></retdesc>${body}</w3s.response>`,
        200,
        {
          'content-type': 'text/xml; charset=windows-1251',
        },
      );
    if (wmid !== settings.wmid) return answer(-12);
    if (!isSignatureOf(purse, sign, settings.modulus)) return answer(-14);
    // Request numbers of a WMID only rise.
    if (!Number.isSafeInteger(reqn) || reqn <= lastReqn) return answer(102);
    lastReqn = reqn;
    if (!isPurse(purse))
      return answer(0, '<testwmpurse><wmid available="-1" themselfcorrstate="-1" newattst="-1"></wmid><purse></purse></testwmpurse>');
    const flags = flagsOf(purse);
    return answer(1, `<testwmpurse>${element('wmid', flags.wmid, wmidOf(purse))}${element('purse', flags.purse, purse)}</testwmpurse>`);
  });
  app.post('/asp/XMLGetWMPassportUtf8.asp', async (c) => {
    const wmid = valueIn(await c.req.text(), 'passportwmid');
    const answer = (retval: number, body = '') =>
      c.body(`<?xml version="1.0" encoding="utf-8"?>\n<response retval="${retval}">${body}</response>`, 200, {
        'content-type': 'text/xml; charset=utf-8',
      });
    if (!/^\d{12}$/.test(wmid)) return answer(2);
    if (stateOf(wmid) === 'unknown')
      return answer(0, `<certinfo wmid="${wmid}"><attestat></attestat><wmids></wmids><userinfo></userinfo></certinfo>`);
    return answer(0, certificate(wmid, settings.now()));
  });
  return app;
}

function certificate(wmid: string, now: Date): string {
  const { kind, isRecalled, registeredAt, fname, iname, oname, nickname } = passportOf(wmid, now);
  const attestat = element('row', {
    tid: String(kind),
    recalled: isRecalled ? '1' : '0',
    datecrt: moscowTime(registeredAt),
    regwmid: '000000000000',
  });
  const entry = element('row', { wmid, nickname, info: '', datereg: moscowTime(registeredAt) });
  const person = element('row', { nickname, fname, iname, oname });
  return `<certinfo wmid="${wmid}"><attestat>${attestat}</attestat><wmids>${entry}</wmids><userinfo><value>${person}</value></userinfo></certinfo>`;
}

/** The text of the last element of a name, which holds no others. */
function valueIn(xml: string, name: string): string {
  const found = [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))];
  return (name === 'wmid' ? found[0] : found.at(-1))?.[1]?.trim() ?? '';
}

function element(name: string, attributes: Readonly<Record<string, string>>, text = ''): string {
  const listed = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(value)}"`);
  return `<${name}${listed.join('')}>${escapeXml(text)}</${name}>`;
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** A time as X11 writes it, of Moscow. */
function moscowTime(at: Date): string {
  const [date = '', time = ''] = new Date(at.getTime() + 3 * 3_600_000).toISOString().split('T');
  const [year, month, day] = date.split('-');
  return `${day}.${month}.${year} ${time.slice(0, 8)}`;
}
