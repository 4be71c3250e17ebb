import type { ChallengeEvent } from '@thirty/contracts/challenge/events.ts'
import { evolveChallenge, initialChallenge } from '@thirty/contracts/challenge/challenge-state.ts'
import { currentRun } from '@thirty/contracts/challenge/history.ts'
import { placed, resetTo, restoredTo, startedAt } from '@thirty/command-api/testing/challenge-events.ts'
import { ana } from '@thirty/command-api/testing/people.ts'
import { expect, test } from 'vitest'
import { resolveProjectId } from './current-run.ts'

/** Returns the current run after these events. */
const runAfter = (...events: readonly ChallengeEvent[]) =>
  currentRun(placed(...events).reduce(evolveChallenge, initialChallenge).runs)

const started = startedAt('2026-03-02T08:00:00.000Z')
const reset = resetTo(2, 'b1', 1)
const restored = restoredTo(3, { safety: 'b2', of: 2, restored: 'b1', parent: { run: 1 } })

test('accepts a project in the history of a restored run', () => {
  const found = resolveProjectId(`r1-d4-${ana}`, runAfter(started, ...reset, ...restored))
  expect(found).toEqual({ run: 1, day: 4, user: ana })
})

test('refuses a project of a run from before a reset', () => {
  expect(() => resolveProjectId(`r1-d4-${ana}`, runAfter(started, ...reset))).toThrow(
    'The challenge was reset; please try again',
  )
})

test.for(['toString', '$all', '*', '%24et-x', `r2-d4-${ana}`, `r1-d31-${ana}`])(
  'refuses %s as a project id',
  (id) => {
    expect(() => resolveProjectId(id, runAfter(started))).toThrow('Project Not Found')
  },
)
