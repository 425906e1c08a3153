import latin400 from '@fontsource/be-vietnam-pro/files/be-vietnam-pro-latin-400-normal.woff2';
import latin600 from '@fontsource/be-vietnam-pro/files/be-vietnam-pro-latin-600-normal.woff2';
import turkish400 from '@fontsource/be-vietnam-pro/files/be-vietnam-pro-latin-ext-400-normal.woff2';
import turkish600 from '@fontsource/be-vietnam-pro/files/be-vietnam-pro-latin-ext-600-normal.woff2';
import vietnamese400 from '@fontsource/be-vietnam-pro/files/be-vietnam-pro-vietnamese-400-normal.woff2';
import vietnamese600 from '@fontsource/be-vietnam-pro/files/be-vietnam-pro-vietnamese-600-normal.woff2';

const LATIN =
  'U+0000-00FF, U+0131, U+0152-0153, U+02BB-02BC, U+02C6, U+02DA, U+02DC, U+2000-206F, U+20AC, U+2122, U+2191, U+2193, U+2212, U+2215, U+FEFF, U+FFFD';
const VIETNAMESE =
  'U+0102-0103, U+0110-0111, U+0128-0129, U+0168-0169, U+01A0-01A1, U+01AF-01B0, U+0300-0301, U+0303-0304, U+0308-0309, U+0323, U+0329, U+1EA0-1EF9, U+20AB';

/** Letters of Turkish that no other language of the site has: Ğ, İ, Ş. */
const TURKISH = 'U+011E-011F, U+0130, U+015E-015F';

/** Be Vietnam Pro in the two weights used, subset to Western and Vietnamese characters. */
const FILES = [
  { url: latin400, weight: '400', unicodeRange: LATIN },
  { url: latin600, weight: '600', unicodeRange: LATIN },
  { url: vietnamese400, weight: '400', unicodeRange: VIETNAMESE },
  { url: vietnamese600, weight: '600', unicodeRange: VIETNAMESE },
];

/** The letters of Turkish, which load when they are first shown. */
const TURKISH_FILES = [
  { url: turkish400, weight: '400', unicodeRange: TURKISH },
  { url: turkish600, weight: '600', unicodeRange: TURKISH },
];

const FAMILY = 'Be Vietnam Pro';
/** A letter of each Western and each Vietnamese file. */
const SAMPLE = 'Hệ';

/**
 * Loads the web font and shows it once all its files are there: with a part of them lines break differently, so that each file would move the page
 * anew. Until then, and if a file cannot be loaded, text is in the device's font.
 * @param isTurkish whether the page is in Turkish: its letters then come with the others
 * @throws DOMException when a file cannot be loaded
 */
export async function showWebFont(isTurkish: boolean): Promise<void> {
  const [faces, turkish] = [FILES, TURKISH_FILES].map((files) => files.map(faceOf)) as [FontFace[], FontFace[]];
  await Promise.all([...faces, ...(isTurkish ? turkish : [])].map((face) => face.load()));
  for (const face of [...faces, ...turkish]) document.fonts.add(face);
  for (const weight of new Set(FILES.map((file) => file.weight))) await prepare(weight);
  // See `tokens.css`.
  document.documentElement.dataset.webFont = '';
}

/** Has the browser prepare a weight of the font in a task of its own. It would do so in the layout that shows the font, which is long on a slow phone. */
async function prepare(weight: string): Promise<void> {
  const sample = document.createElement('span');
  sample.ariaHidden = 'true';
  sample.textContent = SAMPLE;
  sample.style.cssText = `position: fixed; visibility: hidden; font: ${weight} 1rem "${FAMILY}"`;
  document.body.append(sample);
  sample.getBoundingClientRect();
  sample.remove();
  await new Promise((resolve) => setTimeout(resolve));
}

function faceOf({ url, ...look }: (typeof FILES)[number]): FontFace {
  return new FontFace(FAMILY, `url(${url}) format("woff2")`, look);
}
