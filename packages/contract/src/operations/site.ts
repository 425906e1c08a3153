import { z } from 'zod';
import { siteView } from '../config.ts';
import { procedures } from '../procedure.ts';
import { doneOrProposed } from './terms.ts';

const dong = z.string().regex(/^(?:0|[1-9]\d{0,14})$/);
/** From 0 to 100, with up to six decimals. */
const percent = z.string().regex(/^(?:100(?:\.0{1,6})?|(?:0|[1-9]\d?)(?:\.\d{1,6})?)$/);
const line = z.string().trim().min(1).max(100);

/** All settings of the site, as `domain/settings.ts` describes them: what everybody may see, and what only operators do. */
const site = siteView
  .partial({ allowWithdraw: true, minWithdraw: true, zalo: true, telegram: true, messenger: true, liveChat: true, company: true, videoLink: true })
  .extend({ pmVerified: z.boolean(), referralPercent: z.string().optional() });

const changes = z
  .strictObject({
    ...site.shape,
    domain: z.hostname(),
    title: line,
    email: z.email().max(100),
    notice: z.string().trim().max(500),
    minOrderLogin: dong,
    minOrderKyc: dong,
    minWithdraw: dong,
    referralPercent: percent,
    timerSeconds: z.int().min(60).max(86_400),
    supportHours: line,
    zalo: z.string().regex(/^\w{0,40}$/),
    telegram: z.string().regex(/^\w{0,32}$/),
    messenger: z.string().regex(/^[\w.]{0,50}$/),
    liveChat: z.string().regex(/^(?:\w{1,40}\/\w{1,40})?$/),
    company: z.string().trim().max(300),
    videoLink: z
      .url({ protocol: /^https$/, hostname: z.regexes.domain })
      .max(200)
      .or(z.literal('')),
  })
  .partial()
  .refine((input) => Object.keys(input).length > 0, 'nothing is set');

/** The site: rows of `operations`. */
export const siteOperations = procedures({
  /**
   * Sets what the site says and allows; what is not named stays as it is. Orders keep the timer and the `referralPercent` that they were made with. Stopping trades at once needs
   * no second operator: see `setRail` and `switchCurrency`.
   */
  setSite: {
    kind: 'mutation',
    access: 'operator',
    limit: null,
    audit: true,
    secondOperator: 'always',
    input: changes,
    output: doneOrProposed,
  },
  /** What the site says and allows now. */
  readSite: {
    kind: 'query',
    access: 'operator',
    limit: null,
    audit: false,
    input: z.object({}),
    output: site,
  },
});
