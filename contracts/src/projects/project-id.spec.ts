import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  projectId,
  projectIdFromStream,
  parseProjectId,
  projectStream,
  userIdFromStream,
} from './project-id.ts'

const idParts = fc.record({
  run: fc.integer({ min: 1, max: 999_999 }),
  day: fc.integer({ min: 1, max: 30 }),
  user: fc.uuid(),
})

test('run, day and participant can be read back from an id', () => {
  fc.assert(
    fc.property(idParts, (parts) => {
      expect(parseProjectId(projectId(parts))).toEqual(parts)
    }),
  )
})

test.each([
  '',
  'r0-d1-x',
  'r1-d1-x',
  'r1-d1-00000000-0000-4000-8000-000000000000:b',
  'r1-d1-00000000-0000-4000-8000-000000000000\r\nFLUSHALL',
  'r1-d1-*',
  'r1-d1-../../../../../../../../../../../../etc',
  'r1-d0-00000000-0000-4000-8000-000000000000',
  'r1-d31-00000000-0000-4000-8000-000000000000',
  '../etc',
  '$all',
  'count',
])('%j is not a project id', (text) => expect(parseProjectId(text)).toBeUndefined())

test('ids can be read back from stream names', () => {
  expect(projectIdFromStream(projectStream('r1-d2-u'))).toBe('r1-d2-u')
  expect(projectIdFromStream('user-7')).toBeUndefined()
  expect(userIdFromStream('user-7')).toBe('7')
  expect(userIdFromStream('deleted-7')).toBe('7')
  expect(userIdFromStream('project-7')).toBeUndefined()
})
