import { imageNamePattern } from '@thirty/infra/media/media.ts'
import { expect, test } from 'vitest'
import { thumbnailOf } from '@thirty/contracts/rules/images.ts'
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
})

test('a process accepts image names of another process', () => {
  const otherProcess = imageNames('a secret of this installation')
  const name = names.nameFor('ana')
  const results = ['ben', 'ana', 'ana', 'ben'].map((user) => otherProcess.isUploadedBy(name, user))
  expect(results).toEqual([false, true, true, false])
})

test('image names do not repeat', () => {
  expect(new Set(Array.from({ length: 1000 }, () => names.nameFor('ana'))).size).toBe(1000)
})

test('the thumbnail is stored beside its image', () => {
  expect(thumbnailOf('00ff.webp')).toBe('00ff-small.webp')
})
