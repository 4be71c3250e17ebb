import { LogReplaced } from '@thirty/infra/event-log/event-log.ts'
import {
  challengeEvent,
  personEvents,
  projectEvents,
  userIdOf,
} from '@thirty/projections/testing/event-builders.ts'
import { fakeEventLog, holdNextRead } from '@thirty/projections/testing/fake-event-log.ts'
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
  const totalProjects = async () => (await places.figures([place], challenge))[0]?.statistics.totalProjects
  expect(await totalProjects()).toBe(1)
  log.putBack(copied)
  await expect(totalProjects()).rejects.toThrow(LogReplaced)
  log.give(personEvents('Bob').registered())
  expect(await totalProjects()).toBe(0)
})

/** The first run ended without a project. In the log that was put back, Ada's came a moment later and is part of it. */
async function setUpEndedRun() {
  const log = fakeEventLog(
    personEvents('Ada').registered(),
    challengeEvent('ChallengeReset', { run: 2, backup: 'b1' }),
  )
  const copied = log.end()
  const muchLater = projectEvents('Ada', 1, 2).submitted({}, '2026-01-05T13:00:00.000Z')
  log.give(muchLater)
  const places = pastPlaces(log)
  const [place, challenge] = [{ run: 1 }, await readChallenge(log)]
  return {
    log,
    projects: async () =>
      (await places.board(place, challenge)).board.documents.get(userIdOf('Ada'))?.projects.length,
    figures: () => places.figures([place], challenge),
    putBack: () => {
      log.putBack(copied)
      log.give(projectEvents('Ada', 1).submitted(), muchLater)
    },
  }
}

test('after the log was put back, a run ends where it does in the log', async () => {
  const { projects, putBack } = await setUpEndedRun()
  expect(await projects()).toBe(0)
  putBack()
  expect(await projects()).toBe(1)
})

test('an end of a run that was read before the log was put back is not kept', async () => {
  const { log, projects, figures, putBack } = await setUpEndedRun()
  const { isRead, release } = holdNextRead(log)
  const before = figures()
  await isRead
  putBack()
  await figures()
  release()
  await before
  expect(await projects()).toBe(1)
})
