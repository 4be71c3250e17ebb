import { firstHistory, type History } from '@thirty/contracts/rules/history.ts'
import { memoryReadModelStore } from '@thirty/infra/read-models/memory.ts'
import { fakeEventLog } from '@thirty/projections/testing/fake-event-log.ts'
import { expect, test } from 'vitest'
import { readModels } from './read-models.ts'
import { runReadModels } from './run-projections.ts'

const frozenAt = Date.parse('2026-01-05T12:00:00.000Z')
const change = (time: number) => ({
  position: BigInt(time - frozenAt + 100),
  time,
  scoring: { weights: { projects: 10, quality: 0, streak: 0 }, excluded: [] },
})

/** The names of the read models that a process with this history shows. */
function shown(history: History): string[] {
  const store = memoryReadModelStore({ live: { publish: () => undefined } })
  const models = readModels({ store, log: fakeEventLog(), clock: () => 0, timeZone: 'UTC', history })
  return models.shownReadModels().map(({ name }) => name)
}
const wanted = (history: History) => runReadModels(history, 'UTC').map(({ name }) => name)

test('a freeze has no read model of its own', () => {
  const names = shown(firstHistory)
  expect(new Set(names).size).toBe(names.length)
  expect(shown([{ run: 1, frozenAt }])).toEqual(names)
  expect(wanted([{ run: 1, frozenAt }])).toEqual(wanted(firstHistory))
  const scorings = [change(frozenAt - 1)]
  expect(shown([{ run: 1, frozenAt, scorings }])).toEqual(shown([{ run: 1, scorings }]))
})

test('after a change of the scoring during a freeze, the read models with the scoring before are shown, too', () => {
  const scorings = [change(frozenAt)]
  const both = [...wanted([{ run: 1, scorings }]), ...wanted(firstHistory)]
  const history: History = [{ run: 1, frozenAt, scorings }]
  expect(new Set(both).size).toBe(both.length)
  expect(wanted(history)).toEqual(both)
  expect(shown(history)).toEqual(expect.arrayContaining(both))
})
