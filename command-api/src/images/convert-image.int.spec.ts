import { crc32, deflateSync } from 'node:zlib'
import sharp, { type SharpOptions } from 'sharp'
import { expect, test } from 'vitest'
import { convertScreenshot, convertProfileImage } from './convert-image.ts'

const red = { r: 200, g: 30, b: 30 }
const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: red }, limitInputPixels: false })

test.for(['jpeg', 'png', 'webp'] as const)('a %s becomes a WebP picture with a thumbnail', async (format) => {
  const { full: whole, thumbnail: small } = await convertScreenshot(
    await plain(1280, 800).toFormat(format).toBuffer(),
  )
  expect(await sharp(whole).metadata()).toMatchObject({ format: 'webp', width: 1280, height: 800 })
  expect(await sharp(small).metadata()).toMatchObject({ format: 'webp', width: 640, height: 400 })
})

test('a small image is not enlarged', async () => {
  const { thumbnail: small } = await convertScreenshot(await plain(320, 200).png().toBuffer())
  expect(await sharp(small).metadata()).toMatchObject({ width: 320, height: 200 })
})

test('a screenshot is upright and has no location metadata', async () => {
  const exif = {
    IFD0: { Copyright: 'somebody' },
    IFD3: { GPSLatitude: '48/1 51/1 0/1', GPSLatitudeRef: 'N' },
  }
  const photo = await plain(800, 400).jpeg().withExif(exif).withMetadata({ orientation: 6 }).toBuffer()
  expect((await sharp(photo).metadata()).exif).toBeDefined()
  const { full: whole, thumbnail: small } = await convertScreenshot(photo)
  const { width, height, exif: left, orientation, icc, xmp } = await sharp(whole).metadata()
  expect([width, height]).toEqual([400, 800])
  expect([left, orientation, icc, xmp]).toEqual([undefined, undefined, undefined, undefined])
  expect((await sharp(small).metadata()).exif).toBeUndefined()
})

test('removes data behind the end of an image', async () => {
  const png = await plain(64, 64).png().toBuffer()
  const { full: whole, thumbnail: small } = await convertScreenshot(
    Buffer.concat([png, Buffer.from('<script>alert(1)</script>')]),
  )
  expect(Buffer.concat([whole, small]).includes('<script')).toBe(false)
})

const others: Record<string, Buffer | string> = {
  SVG: '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"></svg>',
  HTML: '<!doctype html><title>x</title>',
  PDF: '%PDF-1.7\n',
  GIF: 'GIF89a\u0001\u0000\u0001\u0000',
  TIFF: 'II*\u0000',
  AVIF: '\u0000\u0000\u0000\u001cftypavif',
}
test.for(Object.entries(others))('%s is not accepted, whatever it is called', async ([, content]) => {
  await expect(convertScreenshot(Buffer.from(content))).rejects.toMatchObject({ code: 'wrong-type' })
})

test('refuses a truncated image', async () => {
  // The types want a background, which noise has none of.
  const noise = await sharp({
    create: { width: 400, height: 400, channels: 3, noise: { type: 'gaussian', mean: 128, sigma: 30 } },
  } as SharpOptions)
    .jpeg()
    .toBuffer()
  await expect(convertScreenshot(noise.subarray(0, noise.length / 2))).rejects.toMatchObject({
    code: 'bad-image',
  })
})

test('something else behind the first bytes of a PNG is refused', async () => {
  const png = await plain(8, 8).png().toBuffer()
  const fake = Buffer.concat([png.subarray(0, 8), Buffer.from('nothing of a picture')])
  await expect(convertScreenshot(fake)).rejects.toMatchObject({ code: 'bad-image' })
})

/** A black PNG with a bit for each pixel, made without ever holding the pixels of a decoded one. */
function blackPng(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const typed = Buffer.concat([Buffer.from(type), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(typed))
    return Buffer.concat([length, typed, sum])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head[8] = 1
  const rows = deflateSync(Buffer.alloc((width / 8 + 1) * height))
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))])
}

test.for([
  [16_000, 16_000],
  [8_000, 3_001],
] as const)(
  'a small file of %d × %d pixels is refused by its head, before it is decoded',
  async ([width, height]) => {
    const bomb = blackPng(width, height)
    expect(bomb.length).toBeLessThan(100_000)
    for (const make of [convertScreenshot, convertProfileImage])
      await expect(make(bomb)).rejects.toMatchObject({
        code: 'bad-image',
        message: 'This image has too many pixels.',
      })
  },
)

test('a picture of exactly 24 megapixels is accepted', async () => {
  const { full: whole } = await convertScreenshot(blackPng(8_000, 3_000))
  expect(await sharp(whole).metadata()).toMatchObject({ width: 2_560, height: 960 })
})

test('a profile image is the upright middle of a photo, without its metadata', async () => {
  const left = await plain(200, 200).png().toBuffer()
  const middle = await sharp({ create: { width: 200, height: 200, channels: 3, background: '#0000ff' } })
    .png()
    .toBuffer()
  const wide = sharp({ create: { width: 600, height: 200, channels: 3, background: '#00ff00' } }).composite([
    { input: left, left: 0, top: 0 },
    { input: middle, left: 200, top: 0 },
  ])
  const photo = await sharp(await wide.png().toBuffer())
    .jpeg()
    .withMetadata({ orientation: 6 })
    .toBuffer()
  const { full: whole } = await convertProfileImage(photo)
  const { width, height, exif, orientation } = await sharp(whole).metadata()
  expect([width, height, exif, orientation]).toEqual([200, 200, undefined, undefined])
  const { dominant } = await sharp(whole).stats()
  expect(dominant.b).toBeGreaterThan(200)
  expect(dominant.r + dominant.g).toBeLessThan(60)
})

test('the decoder has none of the known holes', () => {
  const [major = 0, minor = 0, patch = 0] = (sharp.versions.sharp ?? '').split('.').map(Number)
  expect(major * 1_000_000 + minor * 1_000 + patch).toBeGreaterThanOrEqual(35_005)
})

test('the decoder itself opens nothing but JPEG, PNG and WebP', async () => {
  const picture = plain(8, 8)
  for (const known of [picture.jpeg(), picture.png(), picture.webp()])
    expect((await sharp(await known.toBuffer()).metadata()).width).toBe(8)
  const unknown = [
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"></svg>'),
    await plain(8, 8).gif().toBuffer(),
    await plain(8, 8).tiff().toBuffer(),
    await plain(8, 8).heif({ compression: 'av1' }).toBuffer(),
  ]
  for (const content of unknown) await expect(sharp(content).metadata()).rejects.toThrow('unsupported')
})

test('an animation is refused', async () => {
  const frames = Buffer.alloc(16 * 32 * 3, 0)
  frames.fill(255, 0, frames.length / 2)
  const animation = await sharp(frames, { raw: { width: 16, height: 32, channels: 3, pageHeight: 16 } })
    .webp({ loop: 0, delay: [100, 100] })
    .toBuffer()
  await expect(convertScreenshot(animation)).rejects.toMatchObject({ code: 'bad-image' })
})

test('refuses uploads beyond the waiting limit', async () => {
  const png = await plain(64, 64).png().toBuffer()
  const answers = await Promise.allSettled(Array.from({ length: 40 }, () => convertScreenshot(png)))
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(32)
  const refused = answers.find((answer) => answer.status === 'rejected')
  expect(refused?.reason).toMatchObject({ code: 'busy' })
})
