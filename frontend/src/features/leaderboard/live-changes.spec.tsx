// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { dropConnection, emitFromServer } from '../../../testing/fake-socket.ts'
import { networkError, type RouteHandler } from '../../../testing/mock-server.ts'
import { firstNames, renderScreen, resetLeaderboard, table } from '../../../testing/leaderboard-screen.tsx'
import {
  boardResponse,
  leaderboardUpdate,
  leilaThird,
  boardRows,
} from '../../../testing/participant-fixtures.ts'
import { cancelResync } from '../../shared/live/resync.ts'
import { defaultFilter } from '../../shared/leaderboard/board.ts'
import { leaderboard } from './leaderboard.ts'

beforeEach(resetLeaderboard)

test('moves rows live and announces what happened', async () => {
  renderScreen(() => boardResponse())
  await table()
  await emitFromServer('leaderboard.changed', leaderboardUpdate(leilaThird))
  expect(firstNames()).toEqual(['Rafael', 'Maya'])
  expect(screen.getByText('moved up to', { exact: false }).textContent).toContain('past Rafael and Maya')
})

test('ignores a message that is older than the board', async () => {
  renderScreen(() => boardResponse())
  await table()
  await emitFromServer('leaderboard.changed', leaderboardUpdate(leilaThird, '99'))
  expect(firstNames()).toEqual(['Maya', 'Leila'])
})

test('loads the board again when a message says that the log was put back, although its position is lower', async () => {
  let response = boardResponse()
  renderScreen(() => response)
  await table()
  // The resync after the first connection would load the board as well.
  cancelResync()
  vi.mocked(Math.random).mockReturnValue(0)
  response = {
    ...boardResponse([boardRows.kenji, boardRows.amara, ...leilaThird]),
    position: '50',
    epoch: 'e2',
  }
  await emitFromServer('leaderboard.changed', leaderboardUpdate([], '50', 'e2'))
  await waitFor(() => expect(firstNames()).toEqual(['Rafael', 'Maya']), { timeout: 2_000 })
  const back = [
    { ...boardRows.maya, rank: 4, totalPoints: 125 },
    { ...boardRows.rafael, rank: 5 },
  ]
  await emitFromServer('leaderboard.changed', leaderboardUpdate(back, '51', 'e2'))
  expect(firstNames()).toEqual(['Maya', 'Rafael'])
})

test('holds back changes while the pointer is inside the list', async () => {
  renderScreen(() => boardResponse())
  const list = await table()
  fireEvent.pointerEnter(list.closest('div')?.parentElement ?? list)
  await emitFromServer('leaderboard.changed', leaderboardUpdate(leilaThird))
  expect(firstNames()).toEqual(['Maya', 'Leila'])
  await userEvent.click(screen.getByRole('button', { name: /changes?, show/ }))
  expect(firstNames()).toEqual(['Rafael', 'Maya'])
})

test('reloads the whole board after a lost connection', async () => {
  let response = boardResponse()
  const requests = renderScreen(() => response)
  await table()
  const countBefore = requests.filter(({ path }) => path.endsWith('/leaderboard')).length
  response = { ...boardResponse([boardRows.kenji, boardRows.amara, ...leilaThird]), position: '105' }
  await dropConnection()
  await waitFor(() => expect(firstNames()).toEqual(['Rafael', 'Maya']))
  expect(requests.filter(({ path }) => path.endsWith('/leaderboard')).length).toBeGreaterThan(countBefore)
})

test('keeps updates that are newer than the response of a pending board load', async () => {
  const { promise: pendingResponse, resolve: respond } = Promise.withResolvers<unknown>()
  let handler: RouteHandler = () => boardResponse()
  renderScreen((request, id) => handler(request, id))
  await table()
  handler = () => pendingResponse
  await dropConnection()
  await emitFromServer('leaderboard.changed', leaderboardUpdate(leilaThird))
  await act(async () => respond(boardResponse()))
  await act(async () => new Promise((resolve) => setTimeout(resolve)))
  expect(firstNames()).toEqual(['Rafael', 'Maya'])
})

test('a pause holds back the leaderboard, says since when, and ends when the screen is left', async () => {
  renderScreen(() => boardResponse())
  await table()
  await userEvent.click(await screen.findByRole('button', { name: 'Live. Pause live updates' }))
  expect(screen.getByRole('button', { name: 'Paused. Pause live updates' }).textContent).not.toContain('ago')
  await emitFromServer('leaderboard.changed', leaderboardUpdate(leilaThird))
  expect(firstNames()).toEqual(['Maya', 'Leila'])
  cleanup()
  await Promise.resolve()
  expect(leaderboard.at(defaultFilter).getState().pausedAt).toBeUndefined()
})

test('says that the board could not be updated, and updates it with Retry', async () => {
  let handler: RouteHandler = () => boardResponse()
  renderScreen((request, id) => handler(request, id))
  await table()
  handler = networkError
  await dropConnection()
  expect((await screen.findAllByText('Not updated')).length).toBeGreaterThan(0)
  expect(firstNames()).toEqual(['Maya', 'Leila'])
  handler = () => boardResponse()
  await userEvent.click(screen.getAllByRole('button', { name: 'Retry' })[0] as HTMLElement)
  await waitFor(() => expect(screen.queryByText('Not updated')).toBeNull())
})

test("ignores an older message about the user's own rank", async () => {
  renderScreen(() => boardResponse())
  await table()
  const ownRank = () => leaderboard.at(defaultFilter).getState().data?.you?.rank
  const update = { at: '2026-11-20T10:00:05.000Z', rank: 9, totalPoints: 1 }
  await emitFromServer('rank.changed', { ...update, position: '99', epoch: 'e1' })
  expect(ownRank()).toBe(4)
  await emitFromServer('rank.changed', { ...update, position: '101', epoch: 'e1' })
  expect(ownRank()).toBe(9)
})
