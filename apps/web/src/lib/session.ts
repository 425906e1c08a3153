import { stored } from './stored.ts';

/**
 * Whether somebody has logged in on this device, as far as its pages know. The session itself is in a cookie that no script reads: a script of
 * somebody else's could take nothing from here.
 */
export const isMember = stored('member', false, (value) => typeof value === 'boolean');
