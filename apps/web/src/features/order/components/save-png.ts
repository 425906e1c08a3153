/** Side of the saved picture, in pixels: sharp on any screen. */
const SIDE_PX = 600;
/** White around the code, in pixels; readers want four modules. */
const MARGIN_PX = 48;

/** Saves a drawing as a PNG file. */
export async function savePng(drawing: SVGSVGElement, fileName: string): Promise<void> {
  const source = new XMLSerializer().serializeToString(drawing);
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
