import { firstHistory } from '@thirty/contracts/rules/history.ts'
import { boardResponse, boardQuery } from '@thirty/contracts/api/challenge/leaderboard.ts'
import { rooms } from '@thirty/contracts/live.ts'
import { expect, test } from 'vitest'
import { boardQueries } from './leaderboard/query.ts'
import { standings } from './leaderboard/standings.ts'
import { leaderboardProjection } from './leaderboard/projection.ts'
import {
  userIdOf,
  personEvents,
  projectEvents,
  equalCriteria,
  type GivenEvent,
} from '@thirty/projections/testing/event-builders.ts'
import { startReadModels } from '@thirty/projections/testing/start-read-models.ts'

/** Starts all read models. `boardOf` returns the first page of the leaderboard for a caller. */
async function startWithBoard(given: readonly GivenEvent[]) {
  const { store, clock, sent, addEvents } = await startReadModels(given)
  const queries = boardQueries({
    standings: standings({ store, readModel: leaderboardProjection(firstHistory), clock, timeZone: 'UTC' }),
    currentDay: () => ({ day: 5, endsAt: null, ended: false, frozenAt: null, frozen: false }),
  })
  const boardOf = async (caller: string) => {
    const { chunks } = await queries.board(boardQuery.parse({}), userIdOf(caller))
    return boardResponse.parse(JSON.parse(Buffer.concat(chunks).toString()))
  }
  return { addEvents, boardOf, sent }
}

const ada1 = projectEvents('Ada', 1)
const people = [
  personEvents('Ada').registered(),
  personEvents('Bob').registered(),
  personEvents('Root').registered({ role: 'admin' }),
  ada1.submitted(),
]

test('earlier events are on the leaderboard and cause no live updates', async () => {
  const { boardOf, sent } = await startWithBoard(people)
  expect(await boardOf('Ada')).toMatchObject({ you: { rank: 1, totalPoints: 5 }, position: '3' })
  expect(sent).toEqual([])
})

test('a rating changes the leaderboard and is sent to every room that it concerns', async () => {
  const { boardOf, addEvents, sent } = await startWithBoard(people)
  await addEvents(ada1.rated('Root', equalCriteria(4)))
  expect(await boardOf('Ada')).toMatchObject({ you: { totalPoints: 45 }, position: '4' })
  expect(new Set(sent.map(({ room, message }) => `${room} ${message}`))).toEqual(
    new Set([
      `${rooms.leaderboard} leaderboard.changed`,
      `${rooms.showcase} showcase.changed`,
      `${rooms.user(userIdOf('Ada'))} rank.changed`,
      `${rooms.user(userIdOf('Ada'))} project.rated`,
      `${rooms.project(ada1.id)} project.rated`,
      `${rooms.admins} statistics.changed`,
      `${rooms.admins} audit.changed`,
      `${rooms.admins} judging.changed`,
      `${rooms.community} activity`,
      `${rooms.profile(userIdOf('Ada'))} profile.changed`,
    ]),
  )
  expect(sent).toContainEqual(
    expect.objectContaining({
      payload: expect.objectContaining({ position: '4', rank: 1, totalPoints: 45 }),
    }),
  )
})
