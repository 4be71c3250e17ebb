import { refuse, Refusal } from '@thirty/contracts/refusals.ts'
import { concurrencyLimit } from '@thirty/infra/concurrency-limit.ts'
import sharp, { type ResizeOptions, type Sharp } from 'sharp'

/** A picture ready to be stored, both in WebP and without metadata: whole, and as thumbnail. */
export type ConvertedImage = { full: Uint8Array; thumbnail: Uint8Array }

/** Most pixels of a picture that we decode: a small file may hold a huge area. */
const mostPixels = 24_000_000
const largest = { width: 2560, height: 10_000 }
const smallWidth = 640
/** Sides of a portrait and of its small one: as large as they are shown, twice over for fine screens. */
const portrait = 512
const smallPortrait = 128
const secondsToConvert = 5

// Two pictures at once with one thread each, and no decoder but those for the three types that we accept.
sharp.concurrency(1)
sharp.cache(false)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
})
/** With two megabytes each at most, and about a third of a second. */
const mostWaiting = 30
const inTurn = concurrencyLimit({ maxConcurrent: 2, maxQueued: mostWaiting })

/**
 * Makes an upload into a picture: whatever it carried beside its pixels is gone, and it stands upright.
 * Throws `wrong-type` for anything but JPEG, PNG and WebP (by content), `bad-image` for a broken, animated or huge one,
 * `busy` when too many wait.
 */
export function convertScreenshot(upload: Buffer): Promise<ConvertedImage> {
  const thumbnail = { width: smallWidth, withoutEnlargement: true }
  return converted(upload, thumbnail, (upright) =>
    upright.resize({ ...largest, fit: 'inside', withoutEnlargement: true }),
  )
}

/** Makes an upload into a portrait: the square in its middle, and a small one. Throws as `pictureFrom` does. */
export function convertProfileImage(upload: Buffer): Promise<ConvertedImage> {
  const thumbnail = { width: smallPortrait, withoutEnlargement: true }
  return converted(upload, thumbnail, (upright, shorter) => {
    const side = Math.min(shorter, portrait)
    return upright.resize({ width: side, height: side, fit: 'cover' })
  })
}

/** `shape` is given the picture upright, and the length of its shorter side in pixels. */
async function converted(
  upload: Buffer,
  thumbnail: ResizeOptions,
  shape: (upright: Sharp, shorter: number) => Sharp,
): Promise<ConvertedImage> {
  if (!isAccepted(upload)) refuse('wrong-type', 'Please choose a JPEG, PNG or WebP image.')
  return inTurn(async () => {
    try {
      const shorter = await shorterSideOf(upload)
      const source = sharp(upload, { failOn: 'error', limitInputPixels: mostPixels, pages: 1 })
      const upright = source.autoOrient().timeout({ seconds: secondsToConvert })
      const full = await shape(upright, shorter).webp({ quality: 84, effort: 3 }).toBuffer()
      const small = await sharp(full)
        .timeout({ seconds: secondsToConvert })
        .resize(thumbnail)
        .webp({ quality: 78, effort: 3 })
        .toBuffer()
      return { full, thumbnail: small }
    } catch (problem) {
      if (problem instanceof Refusal) throw problem
      // Whatever the decoder says about a stranger's file, the file is to blame.
      return refuseBroken()
    }
  })
}

/** Refuses what is unsuitable, by its head alone. */
async function shorterSideOf(upload: Buffer): Promise<number> {
  // Without its own limit, of which it would say no more than that something is wrong.
  const { width, height, pages = 1 } = await sharp(upload, { limitInputPixels: false }).metadata()
  if (width * height > mostPixels) refuse('bad-image', 'This image has too many pixels.')
  if (pages > 1) refuse('bad-image', 'Animated images are not supported.')
  return Math.min(width, height)
}

function refuseBroken(): never {
  refuse('bad-image', 'This image cannot be read. Please choose another one.')
}

/** By the first bytes, before any decoder sees the file; names and declared types are claims. */
function isAccepted(upload: Buffer): boolean {
  const isJpeg = upload.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))
  const isPng = upload.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))
  const isWebp = upload.toString('latin1', 0, 4) === 'RIFF' && upload.toString('latin1', 8, 12) === 'WEBP'
  return isJpeg || isPng || isWebp
}
