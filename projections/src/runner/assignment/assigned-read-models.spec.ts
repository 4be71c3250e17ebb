import type { WorkerPresence } from '@thirty/infra/read-models/read-models.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assignedReadModels } from './assigned-read-models.ts'

const view = (name: string, version = 1) => ({ name, version })
const six = ['board', 'challenge', 'feedback', 'people', 'projects', 'statistics'].map((name) => view(name))
const there = (...owners: string[]): WorkerPresence[] => owners.map((owner) => ({ owner, readModels: six }))
const word = (one: { name: string; version: number }) => `${one.name} ${one.version}`

test('whoever is alone feeds everything, and nobody who is not there', () => {
  expect(assignedReadModels('ada', there('ada')).map(word).toSorted()).toEqual(six.map(word))
  expect(assignedReadModels('eve', there('ada'))).toEqual([])
  expect(assignedReadModels('ada', [])).toEqual([])
})

test('everybody comes to the same answer: each view has one feeder, and nobody more than an equal part', () => {
  const names = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(names, fc.nat(), (owners, seed) => {
      const shuffled = owners.toSorted((a, b) => ((a.length * seed) % 7) - ((b.length * seed) % 7))
      const shares = owners.map((owner) => assignedReadModels(owner, there(...shuffled)))
      expect(shares.flat().map(word).toSorted()).toEqual(six.map(word))
      for (const share of shares) expect(share.length).toBeLessThanOrEqual(Math.ceil(6 / owners.length))
    }),
  )
})

test('during an upgrade no view is without a feeder, whichever can feed it', () => {
  const some = fc.subarray([...six, view('board', 2), view('people', 2)])
  fc.assert(
    fc.property(fc.array(some, { minLength: 1, maxLength: 5 }), (able) => {
      const present = able.map((readModels, at) => ({ owner: `p${at}`, readModels }))
      const shares = present.map(({ owner }) => assignedReadModels(owner, present).map(word))
      expect(shares.flat().toSorted()).toEqual([...new Set(able.flat().map(word))].toSorted())
      shares.forEach((share, at) => expect(able[at]?.map(word)).toEqual(expect.arrayContaining(share)))
    }),
  )
})

test('when somebody joins, the others keep most of what they have', () => {
  const many = Array.from({ length: 60 }, (_, at) => view(`v${at}`))
  const of = (owners: string[]) =>
    new Map(
      owners.flatMap((owner) =>
        assignedReadModels(
          owner,
          owners.map((one) => ({ owner: one, readModels: many })),
        ).map((one) => [word(one), owner] as const),
      ),
    )
  const [before, after] = [of(['a', 'b', 'c']), of(['a', 'b', 'c', 'd'])]
  const moved = [...after].filter(([name, owner]) => before.get(name) !== owner)
  expect(moved.length).toBeLessThan(35)
})
