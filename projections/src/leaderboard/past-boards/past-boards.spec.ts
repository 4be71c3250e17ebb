import { currentRun } from '@thirty/contracts/challenge/history.ts'
import {
  challengeEvent,
  personEvents,
  projectEvents,
  userIdOf,
} from '@thirty/projections/testing/event-builders.ts'
import { fakeEventLog } from '@thirty/projections/testing/fake-event-log.ts'
import { expect, test } from 'vitest'
import { readChallenge } from '../../read-challenge.ts'
import { pastLeaderboardProjection } from './past-participants.ts'
import { PastBoards } from './past-boards.ts'

test('a board is forgotten if the log was put back to before its last event, also one that changes no board', async () => {
  const log = fakeEventLog(personEvents('Ada').registered())
  const copied = log.end()
  log.give(challengeEvent('ScheduleCancelled', { run: 1 }))
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
  log.give(projectEvents('Ada', 1).submitted())
  expect(await projectsAtEnd()).toBe(1)
})
