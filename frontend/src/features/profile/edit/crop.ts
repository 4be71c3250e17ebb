// Which square of an image a view of the crop dialog shows, how moving and zooming change the view, and the square as a drawing and as a
// file.

/** Width and height in pixels. */
type Size = { width: number; height: number }

/**
 * What the user has chosen. `zoom` is 1 to `maxZoom`; at 1 the square is as large as the image allows. `left` and `top` are
 * the place of the square within the image, 0 to 1.
 */
export type CropView = { zoom: number; left: number; top: number }

/** A square of an image, in pixels of the image. */
type CropSquare = { x: number; y: number; size: number }

export const maxZoom = 4
/** The whole width or height of the image, in its middle. */
export const initialView: CropView = { zoom: 1, left: 0.5, top: 0.5 }

/** Returns the square that a view shows. It never reaches beyond the image. */
export function cropSquare({ width, height }: Size, { zoom, left, top }: CropView): CropSquare {
  const size = Math.min(width, height) / clamp(zoom, 1, maxZoom)
  return { x: clamp(left, 0, 1) * (width - size), y: clamp(top, 0, 1) * (height - size), size }
}

/** Moves the image by a share of the width of the square, such as 0.5 for half of it. */
export function panned(image: Size, view: CropView, move: { x: number; y: number }): CropView {
  const { x, y, size } = cropSquare(image, view)
  return placed(image, { x: x - move.x * size, y: y - move.y * size, size }, view.zoom)
}

/** Changes the zoom and keeps the middle of the square, as far as the image allows. */
export function zoomed(image: Size, view: CropView, zoom: number): CropView {
  const before = cropSquare(image, view)
  const next = clamp(zoom, 1, maxZoom)
  const { size } = cropSquare(image, { ...view, zoom: next })
  const shift = (before.size - size) / 2
  return placed(image, { x: before.x + shift, y: before.y + shift, size }, next)
}

/** Returns the view of a square, which is moved into the image. */
const placed = ({ width, height }: Size, { x, y, size }: CropSquare, zoom: number): CropView => ({
  zoom,
  left: share(x, width - size),
  top: share(y, height - size),
})

/** Without room to move, the middle: zooming in later begins there. */
const share = (offset: number, room: number): number => (room < 0.5 ? 0.5 : clamp(offset / room, 0, 1))

const clamp = (value: number, min: number, max: number): number => Math.min(max, Math.max(min, value))

/** Draws what a view shows onto the whole canvas. */
export function drawCrop(canvas: HTMLCanvasElement, image: ImageBitmap, view: CropView): void {
  const context = canvas.getContext('2d')
  if (context === null) return
  const { x, y, size } = cropSquare(image, view)
  context.imageSmoothingQuality = 'high'
  context.clearRect(0, 0, canvas.width, canvas.height)
  context.drawImage(image, x, y, size, size, 0, 0, canvas.width, canvas.height)
}

/** Returns what a view shows as a file: WebP, or PNG in browsers that cannot write WebP. Throws if the browser cannot. */
export async function renderCrop(image: ImageBitmap, view: CropView): Promise<File> {
  const canvas = document.createElement('canvas')
  // In pixels. Even as PNG such an image stays below the limit of uploads, 2 MB.
  canvas.width = canvas.height = 512
  drawCrop(canvas, image, view)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', 0.9))
  if (blob === null) throw new Error('The browser cannot encode the image.')
  const extension = blob.type === 'image/webp' ? 'webp' : 'png'
  return new File([blob], `profile.${extension}`, { type: blob.type })
}
