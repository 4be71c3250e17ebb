import { mediaName } from '@thirty/infra/media/media.ts'
import { expect, test } from 'vitest'
import { thumbnailOf } from '@thirty/contracts/rules/pictures.ts'
import { pictureNames } from './picture-name.ts'

const names = pictureNames('a secret of this installation')

test('a name says whose upload it was', () => {
  const name = names.nameFor('ana')
  expect(name).toMatch(mediaName)
  expect(names.isOwn(name, 'ana')).toBe(true)
  expect(names.isOwn(name, 'ben')).toBe(false)
})

test('a name cannot be made up', () => {
  const name = names.nameFor('ana')
  const other = `${name.startsWith('0') ? '1' : '0'}${name.slice(1)}`
  expect(names.isOwn(other, 'ana')).toBe(false)
  expect(pictureNames('another secret').isOwn(name, 'ana')).toBe(false)
  expect(names.isOwn('../x.webp', 'ana')).toBe(false)
  expect(names.isOwn(thumbnailOf(name), 'ana')).toBe(false)
})

test('a name that another process gave out is known, each time it is asked for', () => {
  const elsewhere = pictureNames('a secret of this installation')
  const name = names.nameFor('ana')
  const asked = ['ben', 'ana', 'ana', 'ben'].map((user) => elsewhere.isOwn(name, user))
  expect(asked).toEqual([false, true, true, false])
})

test('names do not repeat', () => {
  expect(new Set(Array.from({ length: 1000 }, () => names.nameFor('ana'))).size).toBe(1000)
})

test('the thumbnail stands beside its picture', () => {
  expect(thumbnailOf('00ff.webp')).toBe('00ff-small.webp')
})
