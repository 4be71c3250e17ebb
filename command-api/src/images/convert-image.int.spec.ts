import sharp, { type JpegOptions, type SharpOptions } from 'sharp'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Refusal } from '@thirty/contracts/endpoints/refusals.ts'
import { blankPng } from '@thirty/command-api/testing/blank-png.ts'
import { convertScreenshot, convertProfileImage } from './convert-image.ts'

const imageOf = (background: string, width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background } })
const redImage = (width: number, height: number) => imageOf('#c81e1e', width, height)

test.for(['jpeg', 'png', 'webp'] as const)('a %s is converted to WebP with a thumbnail', async (format) => {
  const { full, thumbnail } = await convertScreenshot(await redImage(1280, 800).toFormat(format).toBuffer())
  expect(await sharp(full).metadata()).toMatchObject({ format: 'webp', width: 1280, height: 800 })
  expect(await sharp(thumbnail).metadata()).toMatchObject({ format: 'webp', width: 640, height: 400 })
})

test('a screenshot is upright and has no location metadata', async () => {
  const location = {
    IFD0: { Copyright: 'Ana' },
    IFD3: { GPSLatitude: '48/1 51/1 0/1', GPSLatitudeRef: 'N' },
  }
  const photo = await redImage(800, 400).jpeg().withExif(location).withMetadata({ orientation: 6 }).toBuffer()
  expect((await sharp(photo).metadata()).exif).toBeDefined()
  const { full, thumbnail } = await convertScreenshot(photo)
  const { width, height, exif, orientation, icc, xmp } = await sharp(full).metadata()
  expect([width, height]).toEqual([400, 800])
  expect([exif, orientation, icc, xmp]).toEqual([undefined, undefined, undefined, undefined])
  expect((await sharp(thumbnail).metadata()).exif).toBeUndefined()
})

test('the decoder and both encoders have five seconds each', async () => {
  const png = await redImage(64, 64).png().toBuffer()
  const timeout = vi.spyOn(sharp.prototype, 'timeout')
  onTestFinished(() => timeout.mockRestore())
  await convertScreenshot(png)
  expect(timeout.mock.calls.flat()).toEqual([{ seconds: 5 }, { seconds: 5 }, { seconds: 5 }])
})

test('removes data behind the end of an image', async () => {
  const png = await redImage(64, 64).png().toBuffer()
  const longer = Buffer.concat([png, Buffer.from('<script>alert(1)</script>')])
  const { full, thumbnail } = await convertScreenshot(longer)
  expect(Buffer.concat([full, thumbnail]).includes('<script')).toBe(false)
})

const otherTypes: Record<string, Buffer | string> = {
  SVG: '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"></svg>',
  HTML: '<!doctype html><title>x</title>',
  PDF: '%PDF-1.7\n',
  GIF: 'GIF89a\u0001\u0000\u0001\u0000',
  TIFF: 'II*\u0000',
  AVIF: '\u0000\u0000\u0000\u001cftypavif',
}
test.for(Object.entries(otherTypes))('refuses %s by its content', async ([, content]) => {
  await expect(convertScreenshot(Buffer.from(content))).rejects.toMatchObject({ code: 'wrong-type' })
})

/** A JPEG whose pixels cannot be guessed from their neighbors. */
const noisyJpeg = (options: JpegOptions = {}) =>
  // The types require a background, but noise has none.
  sharp({
    create: { width: 400, height: 400, channels: 3, noise: { type: 'gaussian', mean: 128, sigma: 30 } },
  } as SharpOptions)
    .jpeg(options)
    .toBuffer()

test.for([
  ['baseline', {}, 2],
  ['baseline, with half of the mark', {}, 1],
  ['progressive', { progressive: true }, 2],
] as const)(
  'a JPEG without the mark of its end (%s) is accepted, as in browsers',
  async ([, options, missing]) => {
    const whole = await noisyJpeg(options)
    const { full } = await convertScreenshot(whole.subarray(0, -missing))
    expect(Buffer.from(full).equals((await convertScreenshot(whole)).full)).toBe(true)
  },
)

test.for([
  ['half of it', {}, 0.5],
  ['its last rows', {}, 0.97],
  ['its last scan', { progressive: true }, 0.9],
] as const)('a JPEG that lacks %s is refused as incomplete', async ([, options, share]) => {
  const whole = await noisyJpeg(options)
  await expect(convertScreenshot(whole.subarray(0, whole.length * share))).rejects.toMatchObject({
    code: 'bad-image',
    message: 'The end of this image is missing. Save or download it again.',
  })
})

test.for([
  [16_000, 16_000],
  [8_000, 3_001],
  [1_000_000, 24],
  [12_001, 1_999],
  [999, 24_001],
] as const)(
  'refuses a small file of %d × %d pixels by its header, before it is decoded',
  async ([width, height]) => {
    const bomb = blankPng(width, height)
    expect(bomb.length).toBeLessThan(100_000)
    for (const convert of [convertScreenshot, convertProfileImage])
      await expect(convert(bomb)).rejects.toMatchObject({
        code: 'bad-image',
        message: `This image has too many pixels: ${width.toLocaleString('en')} × ${height.toLocaleString('en')}. It can be up to 12,000 pixels wide, 24,000 pixels high and 24 million pixels in all.`,
      })
  },
)

test('a screenshot of a whole page, 1440 × 14000, is scaled down', async () => {
  const { full } = await convertScreenshot(blankPng(1_440, 14_000))
  expect(await sharp(full).metadata()).toMatchObject({ width: 717, height: 6_972 })
})

test('a profile image is the upright centre of a photo, without its metadata', async () => {
  const left = await redImage(200, 200).png().toBuffer()
  const middle = await imageOf('#0000ff', 200, 200).png().toBuffer()
  const wide = imageOf('#00ff00', 600, 200).composite([
    { input: left, left: 0, top: 0 },
    { input: middle, left: 200, top: 0 },
  ])
  const photo = await sharp(await wide.png().toBuffer())
    .jpeg()
    .withMetadata({ orientation: 6 })
    .toBuffer()
  const { full } = await convertProfileImage(photo)
  const { width, height, exif, orientation } = await sharp(full).metadata()
  expect([width, height, exif, orientation]).toEqual([200, 200, undefined, undefined])
  const { dominant } = await sharp(full).stats()
  expect(dominant.b).toBeGreaterThan(200)
  expect(dominant.r + dominant.g).toBeLessThan(60)
})

test('the decoder accepts only JPEG, PNG and WebP', async () => {
  const widthOf = async (content: Buffer) => (await sharp(content).metadata()).width
  for (const format of ['jpeg', 'png', 'webp'] as const)
    expect(await widthOf(await redImage(8, 8).toFormat(format).toBuffer())).toBe(8)
  await expect(widthOf(Buffer.from(otherTypes['SVG'] ?? ''))).rejects.toThrow('unsupported')
  for (const format of ['gif', 'tiff', 'avif'] as const)
    await expect(widthOf(await redImage(8, 8).toFormat(format).toBuffer())).rejects.toThrow('unsupported')
})

test('refuses an animation', async () => {
  const frames = Buffer.alloc(16 * 32 * 3, 0)
  frames.fill(255, 0, frames.length / 2)
  const animation = await sharp(frames, { raw: { width: 16, height: 32, channels: 3, pageHeight: 16 } })
    .webp({ loop: 0, delay: [100, 100] })
    .toBuffer()
  await expect(convertScreenshot(animation)).rejects.toMatchObject({ code: 'bad-image' })
})

test('an image that waits for others leaves the queue when its signal is aborted', async () => {
  const png = await redImage(64, 64).png().toBuffer()
  const others = Array.from({ length: 10 }, () => convertScreenshot(png))
  const client = new AbortController()
  const waiting = convertScreenshot(png, client.signal)
  setTimeout(() => client.abort(new Refusal('malformed', 'The upload was aborted.')), 0)
  const order: string[] = []
  const done = Promise.all(others).then(() => order.push('others'))
  await expect(waiting).rejects.toMatchObject({ code: 'malformed' })
  order.push('aborted')
  await done
  expect(order).toEqual(['aborted', 'others'])
})

test('an image that takes too long is not called broken: the server may be busy', async () => {
  const png = await redImage(64, 64).png().toBuffer()
  const encode = vi.spyOn(sharp.prototype, 'webp').mockImplementation(() => {
    throw new Error('timeout: 35% complete')
  })
  onTestFinished(() => encode.mockRestore())
  await expect(convertScreenshot(png)).rejects.toMatchObject({ code: 'busy' })
})
