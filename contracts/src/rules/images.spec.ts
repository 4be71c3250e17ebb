import { expect, test } from 'vitest'
import { imagePath, thumbnailOf } from './images.ts'

test('a picture has an address on this site, and nobody’s picture has none', () => {
  expect(imagePath('0a1b.webp')).toBe('/uploads/0a1b.webp')
  expect(imagePath(null)).toBeNull()
})

test('the thumbnail stands beside its picture, by name and by address', () => {
  expect(thumbnailOf('0a1b.webp')).toBe('0a1b-small.webp')
  expect(thumbnailOf('/uploads/0a1b.webp')).toBe('/uploads/0a1b-small.webp')
})
