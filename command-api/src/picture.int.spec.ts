import sharp, { type SharpOptions } from 'sharp'
import { expect, test } from 'vitest'
import { pictureFrom } from './picture.ts'

const red = { r: 200, g: 30, b: 30 }
const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: red }, limitInputPixels: false })

test.for(['jpeg', 'png', 'webp'] as const)('a %s becomes a WebP picture with a thumbnail', async (format) => {
  const { whole, small } = await pictureFrom(await plain(1280, 800).toFormat(format).toBuffer())
  expect(await sharp(whole).metadata()).toMatchObject({ format: 'webp', width: 1280, height: 800 })
  expect(await sharp(small).metadata()).toMatchObject({ format: 'webp', width: 640, height: 400 })
})

test('a small picture is not blown up', async () => {
  const { small } = await pictureFrom(await plain(320, 200).png().toBuffer())
  expect(await sharp(small).metadata()).toMatchObject({ width: 320, height: 200 })
})

test('a photo stands upright and does not tell where it was taken', async () => {
  const exif = {
    IFD0: { Copyright: 'somebody' },
    IFD3: { GPSLatitude: '48/1 51/1 0/1', GPSLatitudeRef: 'N' },
  }
  const photo = await plain(800, 400).jpeg().withExif(exif).withMetadata({ orientation: 6 }).toBuffer()
  expect((await sharp(photo).metadata()).exif).toBeDefined()
  const { whole, small } = await pictureFrom(photo)
  const { width, height, exif: left, orientation, icc, xmp } = await sharp(whole).metadata()
  expect([width, height]).toEqual([400, 800])
  expect([left, orientation, icc, xmp]).toEqual([undefined, undefined, undefined, undefined])
  expect((await sharp(small).metadata()).exif).toBeUndefined()
})

test('what hangs on behind a picture is gone', async () => {
  const png = await plain(64, 64).png().toBuffer()
  const { whole, small } = await pictureFrom(Buffer.concat([png, Buffer.from('<script>alert(1)</script>')]))
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
  await expect(pictureFrom(Buffer.from(content))).rejects.toMatchObject({ code: 'wrong-type' })
})

test('a picture that breaks off is refused', async () => {
  // The types want a background, which noise has none of.
  const noise = await sharp({
    create: { width: 400, height: 400, channels: 3, noise: { type: 'gaussian', mean: 128, sigma: 30 } },
  } as SharpOptions)
    .jpeg()
    .toBuffer()
  await expect(pictureFrom(noise.subarray(0, noise.length / 2))).rejects.toMatchObject({ code: 'bad-image' })
})

test('something else behind the first bytes of a PNG is refused', async () => {
  const png = await plain(8, 8).png().toBuffer()
  const fake = Buffer.concat([png.subarray(0, 8), Buffer.from('nothing of a picture')])
  await expect(pictureFrom(fake)).rejects.toMatchObject({ code: 'bad-image' })
})

test('a small file with a huge area is refused before it is decoded', async () => {
  const bomb = await plain(16_000, 1_600).png({ compressionLevel: 9 }).toBuffer()
  const before = performance.now()
  await expect(pictureFrom(bomb)).rejects.toMatchObject({ code: 'bad-image' })
  expect(performance.now() - before).toBeLessThan(500)
})

test('an animation is refused', async () => {
  const frames = Buffer.alloc(16 * 32 * 3, 0)
  frames.fill(255, 0, frames.length / 2)
  const animation = await sharp(frames, { raw: { width: 16, height: 32, channels: 3, pageHeight: 16 } })
    .webp({ loop: 0, delay: [100, 100] })
    .toBuffer()
  await expect(pictureFrom(animation)).rejects.toMatchObject({ code: 'bad-image' })
})

test('more pictures at once than may wait are turned away', async () => {
  const png = await plain(64, 64).png().toBuffer()
  const answers = await Promise.allSettled(Array.from({ length: 30 }, () => pictureFrom(png)))
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(18)
})
