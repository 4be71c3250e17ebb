import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { maxScreenshotBytes } from '@thirty/contracts/images/images.ts'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { blankPng } from '@thirty/command-api/testing/blank-png.ts'
import { convertScreenshot } from './convert-image.ts'

const folder = mkdtempSync(join(tmpdir(), 'thirty-images-'))
afterAll(() => rmSync(folder, { recursive: true }))

const program = join(import.meta.dirname, '../../testing/conversion-peak.ts')
const maxPeakMegabytes = 250

/** Returns the peak memory of a process that converts an image twice at once. */
async function peakMegabytes(image: Buffer): Promise<number> {
  const file = join(folder, 'image')
  writeFileSync(file, image)
  // The start scripts set the same.
  const env = { ...process.env, MALLOC_ARENA_MAX: '1' }
  const { stdout } = await promisify(execFile)(process.execPath, [program, file], { env })
  return Number(stdout)
}

const plain = (width: number, height: number) =>
  sharp({
    create: { width, height, channels: 4, background: { r: 90, g: 20, b: 200, alpha: 0.5 } },
    limitInputPixels: false,
  })
const progressive = (width: number, height: number, chromaSubsampling: string) =>
  plain(width, height)
    .jpeg({ progressive: true, chromaSubsampling, quality: 50 })
    .withMetadata({ orientation: 6 })
    .toBuffer()
const sixteenBits = { bits: 16, samples: 4, isInterlaced: true } as const

/** The largest accepted image of each kind: 24 megapixels, or fewer where the decoder needs more for each of them. */
const largest: Record<string, () => Buffer | Promise<Buffer>> = {
  'interlaced PNG': () => blankPng(2_400, 10_000, { bits: 8, samples: 4, isInterlaced: true }),
  'interlaced PNG of a whole page': () =>
    blankPng(1_000, 24_000, { bits: 8, samples: 4, isInterlaced: true }),
  'PNG of 16 bits': () => blankPng(12_000, 666, sixteenBits),
  'progressive JPEG': () => progressive(10_000, 2_400, '4:2:0'),
  'progressive JPEG without chroma subsampling': () => progressive(3_200, 4_000, '4:4:4'),
  'lossless WebP': () => plain(735, 10_000).webp({ lossless: true, effort: 0 }).toBuffer(),
}

test.runIf(existsSync('/proc/self/status')).for(Object.entries(largest))(
  'two of the largest images that are accepted (%s) are converted at once within 250 MB',
  { timeout: 60_000 },
  async ([, create]) => {
    const image = await create()
    expect(image.length).toBeLessThan(maxScreenshotBytes)
    expect(await peakMegabytes(image)).toBeLessThanOrEqual(maxPeakMegabytes)
  },
)

/** Inserts a restart marker and, where a reader that takes it for a marker with a length looks next, another frame. */
async function withForgedFrame(width: number, height: number): Promise<Buffer> {
  const image = await progressive(width, height, '4:4:4')
  const comment = Buffer.alloc(65_500)
  // What follows the restart marker is read as its length: FF FE, so the reader jumps to byte 2 + 2 + 0xfffe.
  const forged = Buffer.from([0xff, 0xc2, 0, 17, 8, height >> 8, height & 255, width >> 8, width & 255, 3])
  const [header, rest] = [image.subarray(0, 2), image.subarray(2)]
  const segments = Array.from({ length: 2 }, () =>
    Buffer.concat([
      Buffer.from([0xff, 0xfe, (comment.length + 2) >> 8, (comment.length + 2) & 255]),
      comment,
    ]),
  )
  const whole = Buffer.concat([header, Buffer.from([0xff, 0xd0]), ...segments, rest])
  Buffer.concat([forged, Buffer.from([1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1])]).copy(whole, 4 + 0xfffe)
  return whole
}

test('a forged frame header does not make a progressive JPEG look smaller to decode', async () => {
  const image = await withForgedFrame(3_201, 4_000)
  // The decoder skips the restart marker, so the image would be decoded.
  expect((await sharp(image).metadata()).width).toBe(3_201)
  await expect(convertScreenshot(image)).rejects.toMatchObject({
    code: 'bad-image',
    message: expect.stringContaining('This image has too many pixels for its format: '),
  })
})

test.for([
  ['PNG of 16 bits', () => blankPng(12_000, 667, sixteenBits)],
  ['progressive JPEG', () => progressive(3_201, 4_000, '4:4:4')],
  ['lossless WebP', () => plain(739, 10_000).webp({ lossless: true, effort: 0 }).toBuffer()],
] as const)('refuses a larger image whose decoder needs much memory: %s', async ([, create]) => {
  await expect(convertScreenshot(await create())).rejects.toMatchObject({
    code: 'bad-image',
    message: expect.stringContaining('This image has too many pixels for its format: '),
  })
})
