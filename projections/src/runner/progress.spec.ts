import { fakeScheduler, flushPromises } from '@thirty/infra/testing/fake-scheduler.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Progress } from './progress.ts'

const names = ['one', 'two', 'three', 'four']
const position = fc.bigInt({ min: 1n, max: 4n })
const operations = fc.array(
  fc.oneof(
    fc.record({ what: fc.constant('move' as const), name: fc.constantFrom(...names), position }),
    fc.record({
      what: fc.constantFrom('park' as const, 'hide' as const),
      name: fc.constantFrom(...names),
      position,
    }),
    fc.record({ what: fc.constant('wait' as const), position }),
    fc.record({ what: fc.constant('remove' as const), name: fc.constantFrom(...names) }),
    fc.record({ what: fc.constant('rest' as const) }),
  ),
  { minLength: 10, maxLength: 40 },
)

/** A progress to which operations can be applied, and the results of its waits so far. */
function observed() {
  const time = fakeScheduler()
  const progress = new Progress({ scheduler: time, monotonic: time.now, awaited: () => names.map(keyOf) })
  const results: (boolean | undefined)[] = []
  const set = (name: string, to: bigint, more = {}) =>
    progress.set({ readModel: keyOf(name), position: to, isLive: true, ...more })
  for (const name of names) set(name, 0n)
  const wait = async (to: bigint) => {
    const index = results.push(undefined) - 1
    results[index] = await progress.waitForPosition(to, 60_000)
  }
  return { time, progress, results, set, wait }
}

const keyOf = (name: string) => ({ name, version: 1 })

test('a wait ends as soon as it would if all read models were looked at whenever one moves', async () => {
  let ended = 0
  await fc.assert(
    fc.asyncProperty(operations, async (list) => {
      const both = [observed(), observed()] as const
      for (const operation of list) {
        for (const { time, progress, set, wait } of both) {
          if (operation.what === 'wait') void wait(operation.position)
          else if (operation.what === 'rest') await time.advance(3_000)
          else if (operation.what === 'remove') progress.delete(operation.name)
          else if (operation.what === 'move') set(operation.name, operation.position)
          else if (operation.what === 'hide') set(operation.name, operation.position, { isLive: false })
          else set(operation.name, operation.position, { parked: { position: 0n, reason: 'poison' } })
        }
        if (operation.what !== 'rest') both[1].progress.update()
        await flushPromises()
        expect(both[0].results).toEqual(both[1].results)
      }
      ended += both[0].results.filter((result) => result !== undefined).length
    }),
    { numRuns: 300 },
  )
  expect(ended).toBeGreaterThan(100)
})
