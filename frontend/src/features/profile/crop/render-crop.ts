// Draws the chosen square of an image, and makes the file to upload.

import { cropSquare, type CropView } from './crop-geometry.ts'

/** Width and height of the uploaded image in pixels. Even as PNG it stays below the limit of uploads, 2 MB. */
const outputSize = 512

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
  canvas.width = canvas.height = outputSize
  drawCrop(canvas, image, view)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', 0.9))
  if (blob === null) throw new Error('The browser cannot encode the image.')
  const extension = blob.type === 'image/webp' ? 'webp' : 'png'
  return new File([blob], `profile.${extension}`, { type: blob.type })
}
