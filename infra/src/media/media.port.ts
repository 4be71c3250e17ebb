import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Media } from './media.ts'

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
      expect(await media.get(picture)).toEqual(Buffer.from(content))
      expect(await media.get(thumbnail)).toEqual(Buffer.from(content.slice(1)))
    })

    test('storing the same picture again changes nothing', async () => {
      const { media } = opened
      await Promise.all([media.put(picture, content), media.put(picture, content)])
      await media.put(picture, content)
      expect(await media.get(picture)).toEqual(Buffer.from(content))
    })

    test('a name that was never given holds nothing', async () => {
      expect(await opened.media.get(picture)).toBeUndefined()
    })

    test('a removed picture is gone, and can be removed again', async () => {
      const { media } = opened
      await media.put(picture, content)
      await media.remove(picture)
      await media.remove(picture)
      expect(await media.get(picture)).toBeUndefined()
    })

    test.each(oddNames)('%j is no name: nothing is stored, found or removed', async (odd) => {
      const { media } = opened
      await media.put(picture, content)
      await expect(media.put(odd, content)).rejects.toThrow('is no name of a picture')
      expect(await media.get(odd)).toBeUndefined()
      await media.remove(odd)
      expect(await media.get(picture)).toEqual(Buffer.from(content))
    })
  })
}
