// Converts uploads into the images that are stored: screenshots and profile images, each with a thumbnail.

import { refuse, Refusal } from '@thirty/contracts/endpoints/refusals.ts'
import { SharedCapacity } from '@thirty/infra/concurrency-limit.ts'
import sharp, { type ResizeOptions, type Sharp, type SharpOptions, type Metadata } from 'sharp'

/** An image in full size and as a thumbnail, both as WebP without metadata. */
export type ConvertedImage = { full: Uint8Array; thumbnail: Uint8Array }

/**
 * Limits of decoded images: a small file may hold a huge image, and long rows are expensive even if there are few. A screenshot of a long
 * page is high.
 */
const maxPixels = 24_000_000
const maxWidth = 12_000
const maxHeight = 24_000
const maxDecoderBytes = 4 * maxPixels
/** The encoder needs several times the memory of its pixels, so the area of a screenshot is limited, too. */
const maxScreenshot = { width: 2560, height: 10_000, pixels: 5_000_000 }
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

/** The memory that conversions need together, in bytes: one of the largest images, or two of half its size. */
const maxConversionBytes = 144_000_000
const maxConcurrent = 2
const memory = new SharedCapacity(maxConversionBytes)
/** Bytes for each pixel of the result: of the pixels themselves, and of the encoder of images with transparency. */
const pixelBytes = 4
const encoderBytes = 13

/**
 * Converts an upload into a screenshot: upright, and without anything but its pixels.
 * Throws `wrong-type` unless the content is JPEG, PNG or WebP, `bad-image` for a broken, animated or huge image, `busy` if it takes too
 * long, and the reason of the signal, if that is a refusal, when it is aborted while the image waits for earlier ones.
 */
export function convertScreenshot(upload: Buffer, signal?: AbortSignal): Promise<ConvertedImage> {
  const fit = ({ width, height }: Size) => {
    const scale = Math.min(
      1,
      maxScreenshot.width / width,
      maxScreenshot.height / height,
      Math.sqrt(maxScreenshot.pixels / (width * height)),
    )
    const scaled = (side: number) => Math.max(1, Math.round(side * scale))
    return { width: scaled(width), height: scaled(height), fit: 'fill' } as const
  }
  return convert(upload, fit, thumbnailWidth, signal)
}

/** Converts an upload into a profile image: the square in its middle. Throws like `convertScreenshot`. */
export function convertProfileImage(upload: Buffer, signal?: AbortSignal): Promise<ConvertedImage> {
  const fit = ({ width, height }: Size) => {
    const side = Math.min(width, height, profileImageSide)
    return { width: side, height: side, fit: 'cover' } as const
  }
  return convert(upload, fit, profileThumbnailSide, signal)
}

type Size = { width: number; height: number }

/** `fit` receives the size of the upright image. Thumbnails are at most so wide. */
async function convert(
  upload: Buffer,
  fit: (upright: Size) => Size & Pick<ResizeOptions, 'fit'>,
  maxThumbnailWidth: number,
  signal: AbortSignal | undefined,
): Promise<ConvertedImage> {
  if (!isAccepted(upload)) refuse('wrong-type', 'imageType')
  try {
    const { upright, decoder } = await checkHeader(upload)
    const fullSize = fit(upright)
    const area = fullSize.width * fullSize.height
    const needed = Math.max(decoder + pixelBytes * area, encoderBytes * area)
    const units = Math.max(needed, maxConversionBytes / maxConcurrent)
    return await memory.run(units, () => resizeAndEncode(upload, fullSize, maxThumbnailWidth), signal)
  } catch (error) {
    if (error instanceof Refusal) throw error
    // Under heavy load a good image can take too long, too.
    if (isTimeout(error)) refuse('busy', 'busy')
    if (isIncomplete(error)) refuse('bad-image', 'imageIncomplete')
    // Any other error of the decoder means a broken file.
    return refuse('bad-image', 'imageUnreadable')
  }
}

async function resizeAndEncode(upload: Buffer, fullSize: ResizeOptions, width: number) {
  const { data, info } = await decode(upload, fullSize).catch((error: unknown) => {
    if (!isIncomplete(error)) throw error
    return decode(withEnd(upload), fullSize, 'warning')
  })
  try {
    const pixels = sharp(data, { raw: info })
    const thumbnail = await encode(pixels.clone().resize({ width, withoutEnlargement: true }), 78)
    return { full: await encode(pixels, 84), thumbnail }
  } finally {
    // Millions of pixels would otherwise stay until a garbage collection.
    data.buffer.transfer(0)
  }
}

/** Returns the resized pixels. The decoder has returned its memory when the encoder takes its own. */
const decode = (upload: Buffer, size: ResizeOptions, failOn: SharpOptions['failOn'] = 'error') =>
  sharp(upload, { failOn, limitInputPixels: maxPixels, pages: 1 })
    .autoOrient()
    .timeout({ seconds: timeoutSeconds })
    .resize(size)
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })

/**
 * Returns a JPEG with the marker of its end, which some programs leave out or cut off. Decoded with warnings as errors, it fails if anything
 * else is missing.
 */
function withEnd(upload: Buffer): Buffer {
  const content = upload.at(-1) === 0xff ? upload.subarray(0, -1) : upload
  return Buffer.concat([content, Buffer.from([0xff, 0xd9])])
}

const encode = (image: Sharp, quality: number): Promise<Buffer> =>
  image.timeout({ seconds: timeoutSeconds }).webp({ quality, effort: 3 }).toBuffer()

/** Refuses an unsuitable image by its header. Returns its upright size, and the memory that its decoder needs. */
async function checkHeader(upload: Buffer): Promise<{ upright: Size; decoder: number }> {
  // Without the limit of sharp, whose error does not name the cause.
  const header = await sharp(upload, { limitInputPixels: false }).metadata()
  const { width, height, pages = 1 } = header
  const decoder = width * height * decoderBytesPerPixel(header, upload)
  const { autoOrient: upright } = header
  const isTooLarge = Math.max(width, upright.width) > maxWidth || Math.max(height, upright.height) > maxHeight
  if (isTooLarge || width * height > maxPixels)
    refuse('bad-image', 'imagePixels', { width: upright.width, height: upright.height })
  if (decoder > maxDecoderBytes)
    refuse('bad-image', 'imagePixelsOfFormat', { width: upright.width, height: upright.height })
  if (pages > 1) refuse('bad-image', 'imageAnimated')
  return { upright, decoder }
}

/** Whether sharp has given up after its time limit: its message is "timeout: 35% complete". */
const isTimeout = (error: unknown): boolean => error instanceof Error && error.message.startsWith('timeout:')

/** Whether a JPEG ended before its end marker, or the scan before all of its rows. */
const isIncomplete = (error: unknown): boolean =>
  error instanceof Error && /premature end of (?:JPEG image|data segment)/.test(error.message)

/** Checks the first bytes, before any decoder reads the file. File names and declared types cannot be trusted. */
function isAccepted(upload: Buffer): boolean {
  const isJpeg = upload.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))
  const isPng = upload.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))
  const isWebp = upload.toString('latin1', 0, 4) === 'RIFF' && upload.toString('latin1', 8, 12) === 'WEBP'
  return isJpeg || isPng || isWebp
}

/**
 * Returns how many bytes the decoder of an image needs at most for each pixel. Some formats are decoded row by row and need less; PNG with
 * interlacing, progressive JPEG and WebP are held in memory as a whole. The numbers are measured, and include what the
 * first steps after the decoder need: `convert-image.long.spec.ts` fails when they are too low.
 */
function decoderBytesPerPixel(header: Metadata, upload: Buffer): number {
  const { format, channels, depth, isProgressive } = header
  // Coefficients of two bytes are needed until the last scan.
  if (format === 'jpeg') return isProgressive ? 2.5 * jpegSamplesPerPixel(header, upload) : channels
  // The lossless decoder keeps a copy of all pixels beside its output. Its name may occur elsewhere, which is harmless.
  if (format === 'webp') return upload.includes('VP8L') ? 13 : 4
  return depth === 'ushort' ? 3 * channels : channels
}

/**
 * Returns how many samples a JPEG stores for each pixel: 1.5 with the usual chroma subsampling, 3 without. Returns the
 * maximum if the frame header is not found, or if the decoder reads another one.
 */
function jpegSamplesPerPixel({ width, height, channels }: Metadata, upload: Buffer): number {
  const frame = findFrameHeader(upload)
  const isDecoded =
    frame?.readUInt16BE(5) === height && frame.readUInt16BE(7) === width && frame[9] === channels
  if (frame === undefined || !isDecoded) return channels
  const factors = Array.from({ length: frame[9] ?? 0 }, (_, index) => frame[11 + 3 * index] ?? 0)
  const [horizontal, vertical] = [factors.map((factor) => factor >> 4), factors.map((factor) => factor & 15)]
  const stored = factors.reduce((sum, factor) => sum + (factor >> 4) * (factor & 15), 0)
  const samples = stored / (Math.max(...horizontal) * Math.max(...vertical))
  return samples > 0 ? samples : channels
}

/** Returns a JPEG from its frame header (SOF) on: marker, length, precision, height, width, components. */
function findFrameHeader(upload: Buffer): Buffer | undefined {
  let offset = 2
  while (offset + 20 < upload.length && upload[offset] === 0xff) {
    const marker = upload[offset + 1] ?? 0
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return upload.subarray(offset)
    // Markers without a length (TEM, RST, SOI, EOI) do not belong before the frame. A length read behind one of them could
    // lead past the real frame header to a forged one.
    if (marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd9)) return undefined
    // A marker may be preceded by any number of fill bytes.
    offset += marker === 0xff ? 1 : 2 + upload.readUInt16BE(offset + 2)
  }
  return undefined
}
