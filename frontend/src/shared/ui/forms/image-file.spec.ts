import { expect, test } from 'vitest'
import { imageFileError } from './image-file.ts'

test('accepts only an image of at most the given size', () => {
  const errorOf = (file: { size: number; type: string }) => imageFileError(file, 2_097_152, 'Too large')
  expect(errorOf({ size: 2_097_152, type: 'image/png' })).toBeUndefined()
  expect(errorOf({ size: 2_097_153, type: 'image/png' })).toBe('Too large')
  expect(errorOf({ size: 10, type: 'text/plain' })).toBe('Choose an image, such as PNG, JPEG or WebP.')
})
