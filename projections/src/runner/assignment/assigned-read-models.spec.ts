import type { WorkerPresence } from '@thirty/infra/read-models/read-models.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assignedReadModels } from './assigned-read-models.ts'

const readModel = (name: string, version = 1) => ({ name, version })
const six = ['board', 'challenge', 'feedback', 'people', 'projects', 'statistics'].map((name) =>
  readModel(name),
)
const presence = (...owners: string[]): WorkerPresence[] =>
  owners.map((owner) => ({ owner, readModels: six }))
const label = ({ name, version }: { name: string; version: number }) => `${name} ${version}`

test('a single process runs every read model, and an absent process runs none', () => {
  expect(assignedReadModels('ada', presence('ada')).map(label).toSorted()).toEqual(six.map(label))
  expect(assignedReadModels('eve', presence('ada'))).toEqual([])
  expect(assignedReadModels('ada', [])).toEqual([])
})

test('all processes compute the same assignment: each read model has one process, and none has more than an equal share', () => {
  const names = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(names, fc.nat(), (owners, seed) => {
      const shuffled = owners.toSorted((a, b) => ((a.length * seed) % 7) - ((b.length * seed) % 7))
      const shares = owners.map((owner) => assignedReadModels(owner, presence(...shuffled)))
      expect(shares.flat().map(label).toSorted()).toEqual(six.map(label))
      for (const share of shares) expect(share.length).toBeLessThanOrEqual(Math.ceil(6 / owners.length))
    }),
  )
})

test('during an upgrade every read model is assigned to a process that supports it', () => {
  const some = fc.subarray([...six, readModel('board', 2), readModel('people', 2)])
  fc.assert(
    fc.property(fc.array(some, { minLength: 1, maxLength: 5 }), (supported) => {
      const present = supported.map((readModels, index) => ({ owner: `p${index}`, readModels }))
      const shares = present.map(({ owner }) => assignedReadModels(owner, present).map(label))
      expect(shares.flat().toSorted()).toEqual([...new Set(supported.flat().map(label))].toSorted())
      shares.forEach((share, index) =>
        expect(supported[index]?.map(label)).toEqual(expect.arrayContaining(share)),
      )
    }),
  )
})

test('when a process joins, the others keep most of their read models', () => {
  const many = Array.from({ length: 60 }, (_, index) => readModel(`v${index}`))
  const assignment = (owners: string[]) =>
    new Map(
      owners.flatMap((owner) =>
        assignedReadModels(
          owner,
          owners.map((one) => ({ owner: one, readModels: many })),
        ).map((one) => [label(one), owner] as const),
      ),
    )
  const [before, after] = [assignment(['a', 'b', 'c']), assignment(['a', 'b', 'c', 'd'])]
  const moved = [...after].filter(([name, owner]) => before.get(name) !== owner)
  expect(moved.length).toBeLessThan(35)
})
