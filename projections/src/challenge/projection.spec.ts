import { currentRun } from '@thirty/contracts/challenge/history.ts'
import { defaultScoring } from '@thirty/contracts/leaderboard/scoring.ts'
import { expect, test } from 'vitest'
import { challengeEvent, type GivenEvent } from '@thirty/projections/testing/event-builders.ts'
import { documentsAfter } from '@thirty/projections/testing/fold-events.ts'
import { challengeProjection, challengeState } from './projection.ts'

const documentAfter = (...given: GivenEvent[]) => documentsAfter(challengeProjection, given).get('current')
const noon = '2026-01-05T12:00:00.000Z'
const started = challengeEvent('ChallengeStarted', { run: 1, startsAt: noon })

test('creating, importing and deleting backups does not change the challenge', () => {
  const backup = { backup: 'b1', name: 'Before reset', automatic: true }
  const events = [
    challengeEvent('BackupCreated', { ...backup, of: { run: 1 } }),
    challengeEvent('BackupImported', { ...backup, run: 1 }),
    challengeEvent('BackupDeleted', { backup: 'b1' }),
  ]
  expect(documentAfter(started, ...events)).toEqual(documentAfter(started))
})

test('the history keeps who changed the scoring, and why', () => {
  const data = { run: 1, weights: defaultScoring.weights, excluded: [], reason: 'A fairer one' }
  const changed = { ...challengeEvent('ScoringChanged', data), actor: 'ines' }
  const { history } = currentRun(challengeState(documentAfter(started, changed)).runs)
  expect(history[0].scorings).toMatchObject([{ by: 'ines', reason: 'A fairer one' }])
})
