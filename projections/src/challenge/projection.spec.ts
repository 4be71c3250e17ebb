import { currentRun } from '@thirty/contracts/challenge/history.ts'
import { defaultScoring } from '@thirty/contracts/leaderboard/scoring.ts'
import { expect, test } from 'vitest'
import { challengeEvent } from '@thirty/projections/testing/event-builders.ts'
import { documentsAfter } from '@thirty/projections/testing/fold-events.ts'
import { challengeProjection, challengeState } from './projection.ts'

test('the history keeps who changed the scoring, and why', () => {
  const data = { run: 1, weights: defaultScoring.weights, excluded: [], reason: 'A fairer one' }
  const changed = { ...challengeEvent('ScoringChanged', data), actor: 'ines' }
  const document = documentsAfter(challengeProjection, [changed]).get('current')
  const { history } = currentRun(challengeState(document).runs)
  expect(history[0].scorings).toMatchObject([{ by: 'ines', reason: 'A fairer one' }])
})
