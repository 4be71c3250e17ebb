import { expect, test } from 'vitest'
import { imagePath, imageSet, thumbnailOf } from './images.ts'

test('an image has a path on this site; without an image there is no path', () => {
  expect(imagePath('0a1b.webp')).toBe('/uploads/0a1b.webp')
  expect(imagePath(null)).toBeNull()
})

test('the thumbnail of an image is found by name and by path', () => {
  expect(thumbnailOf('0a1b.webp')).toBe('0a1b-small.webp')
  expect(thumbnailOf('/uploads/0a1b.webp')).toBe('/uploads/0a1b-small.webp')
})

test('a browser chooses between a screenshot and its thumbnail', () => {
  expect(imageSet('/uploads/0a1b.webp')).toBe('/uploads/0a1b-small.webp 640w, /uploads/0a1b.webp 1600w')
})
