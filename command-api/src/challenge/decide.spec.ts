import type { ChallengeEvent } from '@thirty/contracts/events/challenge.ts'
import { test } from 'vitest'
import type { Past } from '../fold.ts'
import { currentRun, evolveRuns, firstRun, type Runs } from '../runs.ts'
import { story } from '../story.ts'
import { start } from './decide.ts'

const monday = '2026-03-02T08:00:00.000Z'
const friday = '2026-03-06T08:00:00.000Z'
const now = Date.parse(monday)

let position = 0n
const past = (event: ChallengeEvent): Past<ChallengeEvent> => {
  position += 1n
  return { ...event, at: monday, position, metadata: { correlation: 'c' } }
}
const started: ChallengeEvent = { type: 'ChallengeStarted', data: { run: 1, startsAt: monday } }
const scheduled: ChallengeEvent = { type: 'ChallengeScheduled', data: { run: 1, startsAt: friday } }
const reset: ChallengeEvent = { type: 'ChallengeReset', data: { run: 2, backup: 'b1' } }
const restored: ChallengeEvent = {
  type: 'BackupRestored',
  data: { run: 3, backup: 'b1', parent: { run: 1 } },
}

const { given } = story(firstRun, evolveRuns)
const startAt =
  (startsAt = now) =>
  (runs: Runs) =>
    start(currentRun(runs), { startsAt, now })

test('an admin starts the challenge', () => {
  given().when(startAt()).then(started)
})

test('a start in the future is a schedule', () => {
  given()
    .when(startAt(Date.parse(friday)))
    .then(scheduled)
})

test('a start in the past counts the days from then', () => {
  given()
    .when(startAt(now - 86_400_000))
    .then({ type: 'ChallengeStarted', data: { run: 1, startsAt: '2026-03-01T08:00:00.000Z' } })
})

test('a second start is refused', () => {
  given(past(started)).when(startAt()).thenRefused('already-started')
  given(past(scheduled)).when(startAt()).thenRefused('already-started')
})

test('after a reset the new run is started', () => {
  given(past(started), past(reset))
    .when(startAt())
    .then({ type: 'ChallengeStarted', data: { run: 2, startsAt: monday } })
})

test('a run that was restored from a started one is started', () => {
  given(past(started), past(reset), past(restored)).when(startAt()).thenRefused('already-started')
})
