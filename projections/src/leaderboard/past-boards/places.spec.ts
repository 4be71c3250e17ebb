import { LogReplaced } from '@thirty/infra/event-log/event-log.ts'
import { challengeEvent, personEvents, projectEvents } from '@thirty/projections/testing/event-builders.ts'
import { fakeEventLog } from '@thirty/projections/testing/fake-event-log.ts'
import { pastPlaces } from '@thirty/projections/testing/past-places.ts'
import { expect, test } from 'vitest'
import { readChallenge } from '../../read-challenge.ts'

test('after the log was put back, the figures of a place that needed no board are those of the log', async () => {
  const log = fakeEventLog(
    personEvents('Ada').registered(),
    challengeEvent('ChallengeReset', { run: 2, backup: 'b1' }),
  )
  const copied = log.end()
  const place = { run: 2, upTo: log.give(projectEvents('Ada', 1, 2).submitted()) }
  const places = pastPlaces(log)
  const challenge = await readChallenge(log)
  const totalProjects = async () => (await places.figures([place], challenge))[0]?.totalProjects
  expect(await totalProjects()).toBe(1)
  log.putBack(copied)
  await expect(totalProjects()).rejects.toThrow(LogReplaced)
  log.give(personEvents('Bob').registered())
  expect(await totalProjects()).toBe(0)
})
