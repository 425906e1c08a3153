import { useConfig } from '../../lib/site-data.ts';

/** Messengers' names, where their links to an account lead, and the parameter that begins a message (core.telegram.org/api/links, Meta's m.me links). */
const CHANNELS = [
  ['zalo', 'Zalo', 'https://zalo.me/', ''],
  ['telegram', 'Telegram', 'https://t.me/', '?text='],
  ['messenger', 'Messenger', 'https://m.me/', '?text='],
] as const;

/** Links to support in messengers, those that operators have set. @param refText reference of the order that it is about */
export function SupportChannels({ className, refText = '' }: { readonly className: string; readonly refText?: string }) {
  const { config } = useConfig();
  return CHANNELS.map(([channel, name, url, parameter]) => {
    const account = config?.site[channel];
    const query = refText && parameter && parameter + encodeURIComponent(refText);
    return (
      account && (
        <a className={className} href={url + account + query} key={channel} rel="noreferrer" target="_blank">
          {name}
        </a>
      )
    );
  });
}
