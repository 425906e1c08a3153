/** Width of the picture. */
const WIDTH_PX = 600;
/** White margin around the QR code; the standard requires a quiet zone of four modules. */
const MARGIN_PX = 48;
const CODE_PX = WIDTH_PX - 2 * MARGIN_PX;
/** Height of a line: its name above its value. */
const LINE_PX = 74;
const NAME_FONT_PX = 20;
const VALUE_FONT_PX = 32;
const FONT = '"Be Vietnam Pro", system-ui, sans-serif';

/** Fact of the payment that the picture shows as text below the QR code. */
export interface PictureLine {
  readonly name: string;
  readonly value: string;
}

/** Draws a QR code and what it says as text, black on white. @returns a PNG image */
export async function drawQrPicture(svg: SVGSVGElement, lines: readonly PictureLine[]): Promise<Blob> {
  const image = await rasterized(svg);
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH_PX;
  canvas.height = WIDTH_PX + lines.length * LINE_PX;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, MARGIN_PX, MARGIN_PX, CODE_PX, CODE_PX);
  context.textBaseline = 'top';
  lines.forEach(({ name, value }, i) => {
    const top = WIDTH_PX - MARGIN_PX / 2 + i * LINE_PX;
    write(context, name, { top, size: NAME_FONT_PX, colour: '#4d6369', weight: 400 });
    write(context, value, { top: top + NAME_FONT_PX + 6, size: VALUE_FONT_PX, colour: '#000', weight: 600 });
  });
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture')))));
}

/** Downloads a file. */
export function saveFile(file: File): void {
  const link = document.createElement('a');
  link.download = file.name;
  link.href = URL.createObjectURL(file);
  link.click();
  // Later, because a browser may begin to read it only then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Whether the device can share picture files, which most desktops cannot. */
export function canSharePictures(): boolean {
  return navigator.canShare?.({ files: [new File([''], 'a.png', { type: 'image/png' })] }) ?? false;
}

async function rasterized(svg: SVGSVGElement): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(svg))}`;
  await image.decode();
  return image;
}

interface TextLook {
  readonly top: number;
  readonly size: number;
  readonly colour: string;
  readonly weight: number;
}

/** Writes one line, smaller if it would be too wide. */
function write(context: CanvasRenderingContext2D, text: string, { top, size, colour, weight }: TextLook): void {
  context.fillStyle = colour;
  context.font = `${weight} ${size}px ${FONT}`;
  const fitting = Math.min(size, (size * CODE_PX) / context.measureText(text).width);
  context.font = `${weight} ${fitting}px ${FONT}`;
  context.fillText(text, MARGIN_PX, top + (size - fitting) / 2);
}
