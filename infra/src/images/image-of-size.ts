import sharp from 'sharp'

/** Returns an image as a PNG of this size, cut at its bottom or sides if the proportions differ. Throws for anything but an image. */
export const imageOfSize = async (content: Uint8Array, width: number, height: number): Promise<Buffer> =>
  sharp(content).resize({ width, height, fit: 'cover', position: 'top' }).png().toBuffer()
