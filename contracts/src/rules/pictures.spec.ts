import { expect, test } from 'vitest'
import { pictureAddress, thumbnailOf } from './pictures.ts'

test('a picture has an address on this site, and nobody’s picture has none', () => {
  expect(pictureAddress('0a1b.webp')).toBe('/uploads/0a1b.webp')
  expect(pictureAddress(null)).toBeNull()
})

test('the thumbnail stands beside its picture, by name and by address', () => {
  expect(thumbnailOf('0a1b.webp')).toBe('0a1b-small.webp')
  expect(thumbnailOf('/uploads/0a1b.webp')).toBe('/uploads/0a1b-small.webp')
})
