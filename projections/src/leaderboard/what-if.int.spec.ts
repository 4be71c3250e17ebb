import { defaultScoring } from '@thirty/contracts/leaderboard/scoring.ts'
import { whatIfResponse } from '@thirty/contracts/leaderboard/scoring-api.ts'
import { challengeEvent, personEvents, projectEvents } from '@thirty/projections/testing/event-builders.ts'
import { startReadModelServer } from '@thirty/projections/testing/read-model-server.ts'
import { expect, onTestFinished, test } from 'vitest'

const given = [
  personEvents('Ines').registered({ role: 'admin' }),
  personEvents('Maya').registered(),
  projectEvents('Maya', 4).submitted(),
]
const reset = challengeEvent('ChallengeReset', { run: 2, backup: 'b1' })

async function compareAfter(events: readonly (typeof reset)[] = [], query = 'streak=0') {
  // It shows run 1, regardless of the log.
  const server = await startReadModelServer([...given, ...events])
  onTestFinished(server.close)
  return server.request(`/api/admin/what-if?${query}`, 'Ines')
}

test('compares the shown run up to the end of the log, with the weights of the request and those in force for the others', async () => {
  const response = await compareAfter()
  expect(response.status).toBe(200)
  expect(whatIfResponse.parse(response.json())).toMatchObject({
    inForce: { weights: defaultScoring.weights },
    other: {
      weights: { ...defaultScoring.weights, streak: 0 },
      excluded: [],
      normalised: false,
      isSame: false,
    },
    now: { participants: 1, averagePoints: 5 },
    after: { participants: 1, averagePoints: 3 },
  })
})

test('compares nothing while the run before a reset is still shown: its comparison would be applied to the new run', async () => {
  const response = await compareAfter([reset])
  expect([response.status, response.json()]).toMatchObject([503, { code: 'busy' }])
})

test('refuses weights that are not valid together', async () => {
  const response = await compareAfter([], 'projects=0&quality=0&streak=0')
  expect([response.status, response.json()]).toMatchObject([422, { code: 'invalid-fields' }])
})
