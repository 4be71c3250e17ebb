import { expect, test } from 'vitest'
import { imageSet, thumbnailOf } from './images.ts'

test('the thumbnail of an image is found by name and by path', () => {
  expect(thumbnailOf('0a1b.webp')).toBe('0a1b-small.webp')
  expect(thumbnailOf('/uploads/0a1b.webp')).toBe('/uploads/0a1b-small.webp')
})

test('a browser chooses between a screenshot and its thumbnail', () => {
  expect(imageSet('/uploads/0a1b.webp')).toBe('/uploads/0a1b-small.webp 640w, /uploads/0a1b.webp 1600w')
})
