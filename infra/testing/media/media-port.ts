import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Media } from '@thirty/infra/media/media.ts'

export const imageName = `${'0123456789abcdef'.repeat(2)}.webp`
const thumbnail = imageName.replace('.webp', '-small.webp')
const content = new Uint8Array([0, 1, 2, 254, 255])

/** Names with which an attacker might try to reach another file. */
const invalidNames = [
  '',
  '.',
  '..',
  `../${imageName}`,
  `a/${imageName}`,
  `${imageName}/..`,
  `..\\${imageName}`,
  `${imageName}\0`,
  `${imageName}\n`,
  imageName.toUpperCase(),
  imageName.replace('.webp', '.png'),
  imageName.replace('.webp', '-large.webp'),
  `${'a'.repeat(300)}.webp`,
  '__proto__',
]

/** Reads an image and checks its size; `undefined` when there is none. */
export async function readImage(media: Media, name = imageName): Promise<Buffer | undefined> {
  const opened = await media.open(name)
  if (!opened) return undefined
  const content = await buffer(opened.content)
  expect(content.length).toBe(opened.size)
  return content
}

/** Tests the contract of `Media`. `open` returns a new, empty one. */
export function mediaSpec(name: string, open: () => Promise<Media>): void {
  describe(`images in ${name}`, () => {
    let media: Media
    beforeEach(async () => {
      media = await open()
    })
    afterEach(() => media.close())

    test('returns an image and its thumbnail as they were stored', async () => {
      await media.put(imageName, content)
      await media.put(thumbnail, content.slice(1))
      expect(await readImage(media)).toEqual(Buffer.from(content))
      expect(await readImage(media, thumbnail)).toEqual(Buffer.from(content.slice(1)))
    })

    test('streams a large image in several chunks, in order', async () => {
      const large = Buffer.alloc(3 * 1024 * 1024, 'thirty days, one project a day; ')
      await media.put(imageName, large)
      const stored = await media.open(imageName)
      const pieces = await Array.fromAsync<Uint8Array>(stored?.content ?? [])
      expect(pieces.length).toBeGreaterThan(1)
      expect(Buffer.concat(pieces).equals(large)).toBe(true)
    })

    test('images that are not read to the end block nothing', async () => {
      await media.put(imageName, Buffer.alloc(1024 * 1024))
      for (let time = 0; time < 100; time += 1) (await media.open(imageName))?.content.destroy()
      expect(await readImage(media)).toHaveLength(1024 * 1024)
    })

    test('storing the same image again changes nothing', async () => {
      await Promise.all([media.put(imageName, content), media.put(imageName, content)])
      await media.put(imageName, content)
      expect(await readImage(media)).toEqual(Buffer.from(content))
    })

    test('finds nothing under an unknown name', async () => {
      expect(await media.open(imageName)).toBeUndefined()
    })

    test('removes an image, and may remove it again', async () => {
      await media.put(imageName, content)
      await media.remove(imageName)
      await media.remove(imageName)
      expect(await readImage(media)).toBeUndefined()
    })

    test.each(invalidNames)(
      'refuses the name %j: nothing is stored, found or removed',
      async (invalidName) => {
        await media.put(imageName, content)
        await expect(media.put(invalidName, content)).rejects.toThrow('is not the name of an image')
        expect(await media.open(invalidName)).toBeUndefined()
        await media.remove(invalidName)
        expect(await readImage(media)).toEqual(Buffer.from(content))
      },
    )
  })
}
