// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { firstNames, renderScreen, resetLeaderboard, table } from '../../../testing/leaderboard-screen.tsx'
import { boardResponse, boardRows } from '../../../testing/participant-fixtures.ts'
import { useCurrentDay } from '../../shared/challenge/current-day.ts'
import { leaderboard } from './leaderboard.ts'

beforeEach(resetLeaderboard)

test('shows the top three on the podium and starts the table at rank 4', async () => {
  renderScreen(() => boardResponse())
  await table()
  expect(firstNames()).toEqual(['Maya', 'Leila'])
  expect(screen.getByText('Kenji Example', { selector: 'ol *' })).toBeDefined()
  expect(screen.getByText('Showing 4–5 of 5')).toBeDefined()
})

test('a click on a row opens its details, and another one closes them', async () => {
  renderScreen(() => boardResponse())
  const name = within(await table()).getByText('@maya')
  await userEvent.click(name)
  expect(screen.getByRole('heading', { name: 'Recent Projects' })).toBeDefined()
  await userEvent.click(screen.getByRole('heading', { name: 'Recent Projects' }))
  expect(screen.getByRole('button', { name: 'Details of Maya Example' }).getAttribute('aria-expanded')).toBe(
    'true',
  )
  await userEvent.click(name)
  expect(screen.queryByRole('heading', { name: 'Recent Projects' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Details of Maya Example' }))
  expect(screen.getByRole('heading', { name: 'Recent Projects' })).toBeDefined()
})

test('opens one row at a time with its projects and scores', async () => {
  renderScreen(() => boardResponse())
  await table()
  await userEvent.click(screen.getByRole('button', { name: 'Details of Maya Example' }))
  await userEvent.click(screen.getByRole('button', { name: 'Details of Leila Example' }))
  expect(screen.getAllByText('Score per day')).toHaveLength(1)
  expect(screen.getByRole('button', { name: 'Details of Maya Example' }).getAttribute('aria-expanded')).toBe(
    'false',
  )
})

test('sorts a column ascending first, in the URL and on the server', async () => {
  const requests = renderScreen(() => boardResponse())
  await table()
  await userEvent.click(within(await table()).getByRole('button', { name: 'Streak' }))
  await waitFor(() => expect(requests.some(({ query }) => query.get('sort') === 'streak')).toBe(true))
  expect(requests.find(({ query }) => query.get('sort') === 'streak')?.query.get('order')).toBe('asc')
})

test('offers to clear a search without results', async () => {
  renderScreen(
    ({ query }) => boardResponse(query.get('search') === null ? Object.values(boardRows) : []),
    '/leaderboard?search=zzz',
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Clear All' }))
  await table()
  expect(firstNames()).toContain('Maya')
})

test('says when the challenge ends, and that it has', async () => {
  useCurrentDay.setState({ endsAt: '2099-12-08T00:00:00.000Z', day: 30, started: true })
  renderScreen(() => boardResponse())
  await table()
  expect(screen.getByText(/^The challenge closes/)).toBeDefined()
  act(() => useCurrentDay.setState({ ended: true }))
  expect(screen.getByText(/^The challenge ended/)).toBeDefined()
  expect(screen.queryByText(/of the challenge done/)).toBeNull()
})

test('offers to submit a project until the challenge has ended', async () => {
  useCurrentDay.setState({ endsAt: '2099-12-08T00:00:00.000Z', day: 30, started: true, ended: false })
  renderScreen(() => boardResponse())
  await table()
  expect(screen.getByRole('link', { name: 'Submit Project' })).toBeDefined()
  act(() => useCurrentDay.setState({ ended: true }))
  expect(screen.queryByRole('link', { name: 'Submit Project' })).toBeNull()
  expect(screen.getByRole('link', { name: 'My Projects' })).toBeDefined()
})

test('on phones the search stays wide until the press that takes its focus is a click', async () => {
  renderScreen(() => boardResponse())
  const search = await screen.findByRole('searchbox')
  const isOpen = () => search.closest('[data-open]') !== null
  const user = userEvent.setup()
  await user.click(search)
  await user.pointer({ keys: '[MouseLeft>]', target: document.body })
  expect([document.activeElement === search, isOpen()]).toEqual([false, true])
  await user.pointer({ keys: '[/MouseLeft]', target: document.body })
  expect(isOpen()).toBe(false)
})

test('a sort that is pressed within the delay of the search is not reverted', async () => {
  const requests = renderScreen(() => boardResponse())
  const streak = within(await table()).getByRole('button', { name: 'Streak' })
  // At once, so that a slow machine does not begin the search before the press.
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'maya' } })
  fireEvent.click(streak)
  const last = () => requests.findLast(({ query }) => query.get('search') === 'maya')?.query
  await waitFor(() => expect([last()?.get('sort'), last()?.get('order')]).toEqual(['streak', 'asc']), {
    timeout: 5_000,
  })
})

test('a search from around the own rank finds people at every rank', async () => {
  const requests = renderScreen(() => boardResponse(), '/leaderboard?around=me')
  await table()
  expect(requests.some(({ query }) => query.get('around') === 'me')).toBe(true)
  await userEvent.type(screen.getByRole('searchbox'), 'maya')
  await waitFor(() => {
    const search = requests.find(({ query }) => query.get('search') === 'maya')
    expect(search?.query.has('around')).toBe(false)
  })
})

test('a sort around the own rank leads back to the top', async () => {
  const requests = renderScreen(() => boardResponse(), '/leaderboard?around=me')
  await table()
  await userEvent.click(within(await table()).getByRole('button', { name: 'Quality' }))
  await waitFor(() => {
    const sorted = requests.find(({ query }) => query.get('sort') === 'quality')
    expect(sorted?.query.has('around')).toBe(false)
  })
})

test('counts matches, not the rows that are drawn', async () => {
  const rows = Array.from({ length: 40 }, (_, index) => ({
    ...boardRows.leila,
    id: `leila${index}`,
    rank: index + 1,
  }))
  let nextCursor: string | null = null
  renderScreen(() => ({ ...boardResponse(rows), nextCursor }), '/leaderboard?search=leila')
  expect(await screen.findByText('40 found')).toBeDefined()
  nextCursor = 'next'
  await act(() => leaderboard.refresh())
  expect(screen.getByText('40+ found')).toBeDefined()
})

test('names the scoring in force', async () => {
  renderScreen(() => boardResponse())
  await table()
  expect(screen.getByText('3 × projects + 0.5 × quality + 2 × streak')).toBeDefined()
  expect(screen.queryByText(/The scoring was changed/)).toBeNull()
})

test('a changed scoring is named with the day of the change', async () => {
  const weights = { projects: 4, quality: 0.1, streak: 0 }
  const scoring = { weights, normalised: true, changedAt: '2026-11-20T12:00:00.000Z' }
  renderScreen(() => ({ ...boardResponse(), scoring }))
  expect(await screen.findByText('4 × projects + 0.1 × quality + 0 × streak')).toBeDefined()
  expect(screen.getByText(/The scoring was changed at/)).toBeDefined()
  expect(screen.getByText(/reviewers of average strictness/)).toBeDefined()
})

test('tells an excluded participant why there is no rank', async () => {
  renderScreen(() => ({ ...boardResponse(), you: null, next: null, excluded: true }))
  expect(await screen.findByText('Not ranked: excluded by the organizers')).toBeDefined()
})

test('says in the row why it is above another one with the same points', async () => {
  const { kenji, amara, rafael, maya: tied, leila } = boardRows
  renderScreen(() =>
    boardResponse([
      kenji,
      amara,
      rafael,
      { ...tied, totalPoints: 100, reason: 'reached 100.0 first' },
      leila,
    ]),
  )
  const rows = within(await table()).getAllByRole('row')
  expect(rows.filter((row) => row.textContent.includes('reached 100.0 first'))).toEqual([
    within(await table())
      .getByText('@maya')
      .closest('tr'),
  ])
})
