/** Side length of the saved image. */
const SIDE_PX = 600;
/** White margin around the QR code; the standard requires a quiet zone of four modules. */
const MARGIN_PX = 48;

/** Rasterizes an SVG and downloads it as a PNG file. */
export async function savePng(svg: SVGSVGElement, fileName: string): Promise<void> {
  const source = new XMLSerializer().serializeToString(svg);
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(source)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = SIDE_PX;
  canvas.height = SIDE_PX;
  const context = canvas.getContext('2d');
  if (!context) return;
  context.fillStyle = '#fff';
  context.fillRect(0, 0, SIDE_PX, SIDE_PX);
  context.drawImage(image, MARGIN_PX, MARGIN_PX, SIDE_PX - 2 * MARGIN_PX, SIDE_PX - 2 * MARGIN_PX);
  const link = document.createElement('a');
  link.download = fileName;
  link.href = canvas.toDataURL('image/png');
  link.click();
}
