import { expect, test } from 'vitest'
import { accept, maxAcceptedKeys, remove } from './decide.ts'

const [own, other] = ['0'.repeat(32), '1'.repeat(32)]
const accepted = { name: 'Spring', since: '2026-03-02T08:00:00.000Z', by: 'owner' }
const keys = new Map([[other, accepted]])

test('a key is accepted once, and gets another name', () => {
  expect(accept(new Map(), { fingerprint: other, name: 'Spring', own })).toMatchObject([
    { type: 'BackupKeyAccepted', data: { fingerprint: other, name: 'Spring' } },
  ])
  expect(accept(keys, { fingerprint: other, name: 'Spring', own })).toEqual([])
  expect(accept(keys, { fingerprint: other, name: 'Autumn', own })).toHaveLength(1)
})

test("the installation's own key and too many keys are not accepted", () => {
  expect(() => accept(keys, { fingerprint: own, name: 'Us', own })).toThrow('key of this installation')
  const many = new Map(Array.from({ length: maxAcceptedKeys }, (_, index) => [String(index), accepted]))
  expect(() => accept(many, { fingerprint: other, name: 'Spring', own })).toThrow('already 50 accepted')
})

test('a key is removed once', () => {
  expect(remove(keys, { fingerprint: other })).toMatchObject([{ type: 'BackupKeyRemoved' }])
  expect(remove(new Map(), { fingerprint: other })).toEqual([])
})
