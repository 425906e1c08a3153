import { KEPT_IMAGE_SIDE } from '@quydoi/domain/image';

const QUALITY = 0.8;
/** Smaller files are sent as they are. */
const SMALL_BYTES = 300_000;
/** Longer side of uploaded pictures, in pixels: documents stay readable, and files are about a tenth of a camera's. */
const SENT_SIDE = 0.8 * KEPT_IMAGE_SIDE;

/** Scales a picture down to a JPEG for slow connections. Returns the file unchanged if the browser cannot decode it; the server then accepts or refuses it. */
export async function shrinkImage(file: Blob): Promise<Blob> {
  if (file.size <= SMALL_BYTES || file.type === 'image/svg+xml') return file;
  try {
    const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
    const scale = Math.min(1, SENT_SIDE / Math.max(bitmap.width, bitmap.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(bitmap.width * scale);
    canvas.height = Math.round(bitmap.height * scale);
    const context = canvas.getContext('2d');
    if (!context) return file;
    // JPEG has no transparency: what was transparent would become black.
    context.fillStyle = '#fff';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    bitmap.close();
    const drawn = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
    return drawn !== null && drawn.size < file.size ? drawn : file;
  } catch {
    return file;
  }
}

/** A file's bytes in base64. */
export async function base64Of(file: Blob): Promise<string> {
  const url = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
  return url.slice(url.indexOf(',') + 1);
}
