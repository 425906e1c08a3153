import { CUT_IMAGES } from '@quydoi/domain/image';
import type { ComponentProps } from 'react';

type ArticlePictureProps = Required<Pick<ComponentProps<'img'>, 'src' | 'alt' | 'loading'>>;

/** The picture of an article, whose place is kept until it is there. */
export function ArticlePicture(picture: ArticlePictureProps) {
  // biome-ignore lint/a11y/useAltText: it is one of the properties.
  return <img className="aspect-[40/21] h-auto w-full rounded-field bg-sunken object-cover" decoding="async" {...CUT_IMAGES.article} {...picture} />;
}
