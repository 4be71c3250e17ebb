import { firstHistory, type History } from '@thirty/contracts/rules/history.ts'
import { memoryReadModelStore } from '@thirty/infra/read-models/memory.ts'
import { fakeEventLog } from '@thirty/projections/testing/fake-event-log.ts'
import { expect, test } from 'vitest'
import { readModels } from './read-models.ts'
import { runReadModels } from './run-projections.ts'

test('a freeze builds no second read model of the judging, which only admins read', () => {
  const frozen: History = [{ run: 1, frozenAt: Date.parse('2026-01-05T12:00:00.000Z') }]
  const shown = (history: History) => {
    const store = memoryReadModelStore({ live: { publish: () => undefined } })
    const models = readModels({ store, log: fakeEventLog(), clock: () => 0, timeZone: 'UTC', history })
    return models.shownReadModels().map(({ name }) => name)
  }
  const judging = (names: readonly string[]) => names.filter((name) => name.startsWith('judging-'))
  expect(judging(shown(firstHistory))).toHaveLength(1)
  expect(judging(shown(frozen))).toEqual(judging(shown(firstHistory)))
  // What a process asks for before it shows a run, and what a later run replaces, is what the run builds.
  const missing = runReadModels(frozen, 'UTC').filter(({ name }) => !shown(frozen).includes(name))
  expect(missing).toEqual([])
  expect(runReadModels(firstHistory, 'UTC').some(({ name }) => name.startsWith('judging-'))).toBe(true)
})
