import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Media } from '@thirty/infra/media/media.ts'

type Opened = { media: Media; close?: () => Promise<void> }

const picture = `${'0123456789abcdef'.repeat(2)}.webp`
const thumbnail = picture.replace('.webp', '-small.webp')
const content = new Uint8Array([0, 1, 2, 254, 255])

/** Names that somebody might try in order to reach another file. */
const oddNames = [
  '',
  '.',
  '..',
  `../${picture}`,
  `a/${picture}`,
  `${picture}/..`,
  `..\\${picture}`,
  `${picture}\0`,
  `${picture}\n`,
  picture.toUpperCase(),
  picture.replace('.webp', '.png'),
  picture.replace('.webp', '-large.webp'),
  `${'a'.repeat(300)}.webp`,
  '__proto__',
]

/** Content of a picture, which must be as long as it says; `undefined` when there is none. */
async function whole(media: Media, name: string): Promise<Buffer | undefined> {
  const opened = await media.open(name)
  if (!opened) return undefined
  const content = await buffer(opened.content)
  expect(content.length).toBe(opened.size)
  return content
}

/** What every store of pictures must hold. `open` gives a fresh, empty one. */
export function mediaSpec(name: string, open: () => Promise<Opened>): void {
  describe(`pictures in ${name}`, () => {
    let opened: Opened
    beforeEach(async () => {
      opened = await open()
    })
    afterEach(async () => {
      await opened.media.close()
      await opened.close?.()
    })

    test('a picture and its thumbnail come back as they were stored', async () => {
      const { media } = opened
      await media.put(picture, content)
      await media.put(thumbnail, content.slice(1))
      expect(await whole(media, picture)).toEqual(Buffer.from(content))
      expect(await whole(media, thumbnail)).toEqual(Buffer.from(content.slice(1)))
    })

    test('a picture that is larger than any buffer comes in pieces, in order', async () => {
      const { media } = opened
      const large = Buffer.alloc(3 * 1024 * 1024, 'thirty days, one project a day; ')
      await media.put(picture, large)
      const stored = await media.open(picture)
      const pieces: Buffer[] = []
      for await (const piece of stored?.content ?? []) pieces.push(Buffer.from(piece))
      expect(pieces.length).toBeGreaterThan(1)
      expect(Buffer.concat(pieces).equals(large)).toBe(true)
    })

    test('a picture that nobody reads to its end holds nothing up', async () => {
      const { media } = opened
      await media.put(picture, Buffer.alloc(1024 * 1024))
      for (let time = 0; time < 100; time += 1) (await media.open(picture))?.content.destroy()
      expect(await whole(media, picture)).toHaveLength(1024 * 1024)
    })

    test('storing the same picture again changes nothing', async () => {
      const { media } = opened
      await Promise.all([media.put(picture, content), media.put(picture, content)])
      await media.put(picture, content)
      expect(await whole(media, picture)).toEqual(Buffer.from(content))
    })

    test('a name that was never given holds nothing', async () => {
      expect(await opened.media.open(picture)).toBeUndefined()
    })

    test('a removed picture is gone, and can be removed again', async () => {
      const { media } = opened
      await media.put(picture, content)
      await media.remove(picture)
      await media.remove(picture)
      expect(await whole(media, picture)).toBeUndefined()
    })

    test.each(oddNames)('%j is no name: nothing is stored, found or removed', async (odd) => {
      const { media } = opened
      await media.put(picture, content)
      await expect(media.put(odd, content)).rejects.toThrow('is no name of a picture')
      expect(await media.open(odd)).toBeUndefined()
      await media.remove(odd)
      expect(await whole(media, picture)).toEqual(Buffer.from(content))
    })
  })
}
