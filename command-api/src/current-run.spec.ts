import type { ChallengeEvent } from '@thirty/contracts/challenge/events.ts'
import { evolveChallenge, initialChallenge } from '@thirty/contracts/challenge/challenge-state.ts'
import { currentRun } from '@thirty/contracts/challenge/history.ts'
import { expect, test } from 'vitest'
import { resolveProjectId } from './current-run.ts'

const monday = '2026-03-02T08:00:00.000Z'
const ana = '0198c0de-0000-7000-8000-00000000000a'

const at = (position: number, event: ChallengeEvent) => ({ ...event, at: monday, position: BigInt(position) })
/** Returns the current run after these events. */
const runAfter = (...events: ReturnType<typeof at>[]) =>
  currentRun(events.reduce(evolveChallenge, initialChallenge).runs)

const started = at(10, { type: 'ChallengeStarted', data: { run: 1, startsAt: monday } })
const reset = at(20, { type: 'ChallengeReset', data: { run: 2, backup: 'b1' } })
const restored = at(40, { type: 'BackupRestored', data: { run: 3, backup: 'b1', parent: { run: 1 } } })

test('accepts a project in the history of a restored run', () => {
  expect(resolveProjectId(`r1-d4-${ana}`, runAfter(started, reset, restored))).toEqual({
    run: 1,
    day: 4,
    user: ana,
  })
})

test('refuses a project of a run from before a reset', () => {
  expect(() => resolveProjectId(`r1-d4-${ana}`, runAfter(started, reset))).toThrow(
    'The challenge was reset; please try again',
  )
})

test.for(['toString', '$all', '*', '%24et-x', `r2-d4-${ana}`, `r1-d31-${ana}`])(
  'refuses %s as a project id',
  (id) => {
    expect(() => resolveProjectId(id, runAfter(started))).toThrow('Project Not Found')
  },
)
