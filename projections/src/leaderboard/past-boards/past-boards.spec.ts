import { currentRun } from '@thirty/contracts/rules/history.ts'
import { appendToEnd } from '@thirty/infra/testing/event-log/append-to-end.ts'
import {
  challengeEvent,
  personEvents,
  projectEvents,
  recordedEvents,
  userIdOf,
  type GivenEvent,
} from '@thirty/projections/testing/event-builders.ts'
import { fakeEventLog } from '@thirty/projections/testing/fake-event-log.ts'
import { expect, test } from 'vitest'
import { readChallenge } from '../../read-challenge.ts'
import { pastLeaderboardProjection } from './past-participants.ts'
import { PastBoards } from './past-boards.ts'

test('a board is forgotten if the log was put back to before its last event, also one that changes no board', async () => {
  const log = fakeEventLog()
  let appended = 0
  const append = async (...given: GivenEvent[]) => {
    for (const event of recordedEvents(given, appended)) await appendToEnd(log, event.stream, [event])
    appended += given.length
  }
  await append(personEvents('Ada').registered())
  const copied = log.end()
  await append(challengeEvent({ type: 'ScheduleCancelled', data: { run: 1 } }))
  const challenge = await readChallenge(log)
  const { history } = currentRun(challenge.runs)
  const boards = new PastBoards({
    log,
    projectionOf: (of) => pastLeaderboardProjection(of, 'UTC'),
    timeZone: 'UTC',
  })
  const projectsAtEnd = async () =>
    (await boards.at(history, log.end(), challenge)).documents.get(userIdOf('Ada'))?.projects.length
  expect(await projectsAtEnd()).toBe(0)
  log.putBack(copied)
  await append(projectEvents('Ada', 1).submitted())
  expect(await projectsAtEnd()).toBe(1)
})
