import { imageNamePattern } from '@thirty/infra/media/media.ts'
import { expect, test } from 'vitest'
import { thumbnailOf } from '@thirty/contracts/images/images.ts'
import { imageNames } from './image-names.ts'

const names = imageNames('a secret of this installation')

test('an image name proves its uploader', () => {
  const name = names.nameFor('ana')
  expect(name).toMatch(imageNamePattern)
  expect(names.isUploadedBy(name, 'ana')).toBe(true)
  expect(names.isUploadedBy(name, 'ben')).toBe(false)
})

test('an image name cannot be forged', () => {
  const name = names.nameFor('ana')
  const other = `${name.startsWith('0') ? '1' : '0'}${name.slice(1)}`
  expect(names.isUploadedBy(other, 'ana')).toBe(false)
  expect(imageNames('another secret').isUploadedBy(name, 'ana')).toBe(false)
  expect(names.isUploadedBy('../x.webp', 'ana')).toBe(false)
  expect(names.isUploadedBy(thumbnailOf(name), 'ana')).toBe(false)
  for (const longer of [`x${name}`, `../${name}`, `${name}x`, `${name}/..`])
    expect(names.isUploadedBy(longer, 'ana')).toBe(false)
})

test('image names do not repeat', () => {
  expect(new Set(Array.from({ length: 1000 }, () => names.nameFor('ana'))).size).toBe(1000)
})
