import type { Readable } from 'node:stream'
import sharp from 'sharp'

/** Returns an image as a PNG of this size, its middle if the proportions differ. Throws for anything but a picture. */
export async function pictureOfSize(content: Readable, width: number, height: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of content) chunks.push(Buffer.from(chunk))
  return sharp(Buffer.concat(chunks))
    .resize({ width, height, fit: 'cover', position: 'top' })
    .png()
    .toBuffer()
}
