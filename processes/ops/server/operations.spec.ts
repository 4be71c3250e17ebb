import type { Operation } from '@thirty/contracts/operations/api.ts'
import type { CheckedReadModel } from '@thirty/projections/self-check/self-check.ts'
import { expect, test, vi } from 'vitest'
import { createOperations } from './operations.ts'

const readModels = ['people', 'projects'].map((name) => ({ name, version: 1 }))
const fill = async () => undefined

/** Operations on two read models, and the order of what they did. */
function setUp(withSnapshots = true) {
  const steps: string[] = []
  /** The current read model with its position, and the steps that are done, whenever a rebuild begins. */
  const reported: string[] = []
  const started = Promise.withResolvers<string>()
  const operations = createOperations({
    log: { head: async () => 7n },
    selfCheck: {
      check: async () => {
        steps.push('compare')
        return readModels.map((readModel): CheckedReadModel => ({
          readModel,
          position: 7n,
          documents: 3,
          differences: [],
        }))
      },
    },
    running: {
      positions: () => [
        ...readModels.map((readModel) => ({ readModel, position: 7n, isLive: true })),
        // Is being built: neither compared nor rebuilt.
        { readModel: { name: 'leaderboard', version: 1 }, position: 3n, isLive: false },
      ],
      rebuild: async (name, given) => {
        const operation = operations.find(await started.promise)
        const { current, done, total } = operation ?? {}
        reported.push(`${current?.name} 0-${current?.total}, ${done} of ${total}`)
        steps.push(`rebuild ${name} ${given === fill ? 'from its snapshot' : 'from the log'}`)
        return name === 'people'
      },
    },
    ...(withSnapshots && { fill }),
  })
  const run = async (...given: Parameters<typeof operations.start>): Promise<Operation | undefined> => {
    const { id } = operations.start(...given)
    started.resolve(id)
    await vi.waitFor(() => expect(operations.find(id)?.state).not.toBe('running'))
    return operations.find(id)
  }
  return { steps, reported, run, start: operations.start }
}

const result = {
  state: 'done',
  done: 4,
  total: 4,
  readModels: [
    { name: 'people', isRebuilt: true },
    { name: 'projects', isRebuilt: false },
  ],
}

test('a replay compares the read models with the log, and rebuilds them from the log', async () => {
  // Also if the operator asks for snapshots, and there are none.
  for (const [withSnapshots, options] of [[true], [false, { fromSnapshot: true }]] as const) {
    const { steps, reported, run } = setUp(withSnapshots)
    expect(await run('replay', options)).toMatchObject(result)
    expect(steps).toEqual(['compare', 'rebuild people from the log', 'rebuild projects from the log'])
    expect(reported).toEqual(['people 0-7, 2 of 6', 'projects 0-7, 3 of 6'])
  }
})

test('a replay from snapshots compares the rebuilt read models, because a snapshot may be wrong', async () => {
  const { steps, reported, run } = setUp()
  expect(await run('replay', { fromSnapshot: true })).toMatchObject(result)
  expect(steps).toEqual(['rebuild people from its snapshot', 'rebuild projects from its snapshot', 'compare'])
  expect(reported).toEqual(['people 0-7, 0 of 6', 'projects 0-7, 1 of 6'])
})

test('a check rebuilds nothing', async () => {
  const { steps, run } = setUp()
  const readModels = [{ isRebuilt: null }, { isRebuilt: null }]
  expect(await run('check', { fromSnapshot: true })).toMatchObject({ readModels })
  expect(steps).toEqual(['compare'])
})

test('one operation runs at a time, and the next one when it has ended', async () => {
  const { run, start } = setUp()
  const first = run('replay')
  expect(() => start('check')).toThrow('Another operation is running')
  await first
  expect(await run('check')).toMatchObject({ state: 'done' })
})
