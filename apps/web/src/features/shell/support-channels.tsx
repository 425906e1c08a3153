import { Trans } from '@lingui/react/macro';
import { useConfig } from '../../lib/site-data.ts';

/**
 * Messengers' names, where their links to an account lead, and the parameter that begins a message (core.telegram.org/api/links, Meta's m.me links).
 * Without a name: live chat, on tawk.to's own page, so that no script of others runs where customers read what to pay.
 */
const CHANNELS = [
  ['zalo', 'Zalo', 'https://zalo.me/', ''],
  ['telegram', 'Telegram', 'https://t.me/', '?text='],
  ['messenger', 'Messenger', 'https://m.me/', '?text='],
  ['liveChat', null, 'https://tawk.to/chat/', ''],
] as const;

/** Links to support in messengers and by live chat, those that operators have set. @param refText reference of the order that it is about */
export function SupportChannels({ className, refText = '' }: { readonly className: string; readonly refText?: string }) {
  const { config } = useConfig();
  return CHANNELS.map(([channel, name, url, parameter]) => {
    const account = config?.site[channel];
    const query = refText && parameter && parameter + encodeURIComponent(refText);
    return (
      account && (
        <a className={className} href={url + account + query} key={channel} rel="noreferrer" target="_blank">
          {name ?? <Trans>Trò chuyện trực tuyến</Trans>}
        </a>
      )
    );
  });
}
