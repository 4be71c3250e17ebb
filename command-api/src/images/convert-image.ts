import { refuse, Refusal } from '@thirty/contracts/refusals.ts'
import { concurrencyLimit } from '@thirty/infra/concurrency-limit.ts'
import sharp, { type Sharp } from 'sharp'

/** An image in full size and as a thumbnail, both as WebP without metadata. */
export type ConvertedImage = { full: Uint8Array; thumbnail: Uint8Array }

/** Limit of decoded pixels: a small file may hold a huge image. */
const maxPixels = 24_000_000
const maxScreenshot = { width: 2560, height: 10_000 }
const thumbnailWidth = 640
/** Side lengths: twice the displayed size, for high-density screens. */
const profileImageSide = 512
const profileThumbnailSide = 128
const timeoutSeconds = 5

// One thread per image, and only the decoders of the three accepted types.
sharp.concurrency(1)
sharp.cache(false)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
})
/** Each waiting upload holds up to two megabytes, and takes about a third of a second. */
const maxWaiting = 30
const limit = concurrencyLimit({ maxConcurrent: 2, maxQueued: maxWaiting })

/**
 * Converts an upload into a screenshot: upright, and without anything but its pixels.
 * Throws `wrong-type` unless the content is JPEG, PNG or WebP, `bad-image` for a broken, animated or huge image, and
 * `busy` when too many uploads wait.
 */
export function convertScreenshot(upload: Buffer): Promise<ConvertedImage> {
  return convert(upload, thumbnailWidth, (upright) =>
    upright.resize({ ...maxScreenshot, fit: 'inside', withoutEnlargement: true }),
  )
}

/** Converts an upload into a profile image: the square in its middle. Throws like `convertScreenshot`. */
export function convertProfileImage(upload: Buffer): Promise<ConvertedImage> {
  return convert(upload, profileThumbnailSide, (upright, shorterSide) => {
    const side = Math.min(shorterSide, profileImageSide)
    return upright.resize({ width: side, height: side, fit: 'cover' })
  })
}

/** Converts an upload. `resize` receives the upright image and the length of its shorter side in pixels. */
async function convert(
  upload: Buffer,
  maxThumbnailWidth: number,
  resize: (upright: Sharp, shorterSide: number) => Sharp,
): Promise<ConvertedImage> {
  if (!isAccepted(upload)) refuse('wrong-type', 'Please choose a JPEG, PNG or WebP image.')
  return limit(async () => {
    try {
      const shorterSide = await checkHeader(upload)
      const source = sharp(upload, { failOn: 'error', limitInputPixels: maxPixels, pages: 1 })
      const upright = source.autoOrient().timeout({ seconds: timeoutSeconds })
      const full = await resize(upright, shorterSide).webp({ quality: 84, effort: 3 }).toBuffer()
      const thumbnail = await sharp(full)
        .timeout({ seconds: timeoutSeconds })
        .resize({ width: maxThumbnailWidth, withoutEnlargement: true })
        .webp({ quality: 78, effort: 3 })
        .toBuffer()
      return { full, thumbnail }
    } catch (error) {
      if (error instanceof Refusal) throw error
      // Any error of the decoder means a broken file.
      return refuseBroken()
    }
  })
}

/** Refuses an unsuitable image by its header. Returns the length of its shorter side in pixels. */
async function checkHeader(upload: Buffer): Promise<number> {
  // Without the limit of sharp, whose error does not name the cause.
  const { width, height, pages = 1 } = await sharp(upload, { limitInputPixels: false }).metadata()
  if (width * height > maxPixels) refuse('bad-image', 'This image has too many pixels.')
  if (pages > 1) refuse('bad-image', 'Animated images are not supported.')
  return Math.min(width, height)
}

function refuseBroken(): never {
  refuse('bad-image', 'This image cannot be read. Please choose another one.')
}

/** Checks the first bytes, before any decoder reads the file. File names and declared types cannot be trusted. */
function isAccepted(upload: Buffer): boolean {
  const isJpeg = upload.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))
  const isPng = upload.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))
  const isWebp = upload.toString('latin1', 0, 4) === 'RIFF' && upload.toString('latin1', 8, 12) === 'WEBP'
  return isJpeg || isPng || isWebp
}
