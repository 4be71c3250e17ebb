import { expect, test } from 'vitest'
import { imageSet } from './images.ts'

test('a browser chooses between a screenshot and its thumbnail', () => {
  expect(imageSet('/uploads/0a1b.webp')).toBe('/uploads/0a1b-small.webp 640w, /uploads/0a1b.webp 1600w')
})
