// @vitest-environment happy-dom
import { act, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { FoundParticipant, FoundProject, SearchResponse } from '@thirty/contracts/api/admin/search.ts'
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router-dom'
import { beforeEach, expect, test, vi } from 'vitest'
import { mockServer, errorResponse, networkError } from '../../../../testing/mock-server.ts'
import type { RouteHandler } from '../../../../testing/mock-server.ts'
import { Announcer } from '../../../shared/ui/feedback/announcer.tsx'
import { SearchBox } from './search-box.tsx'

const chloe: FoundParticipant = {
  _id: 'chloe',
  fullName: 'Chloé Bernard',
  username: 'chloe_bernard',
  email: 'chloe@demo.example',
  profileImage: null,
}
const mei: FoundParticipant = {
  ...chloe,
  _id: 'mei',
  fullName: 'Mei-Ling Chen',
  username: null,
  email: 'mei@demo.example',
}
const quickShow: FoundProject = {
  _id: 'quick-show',
  projectName: 'Quick show',
  day: 19,
  status: 'submitted',
  thumbnailUrl: null,
  user: { _id: 'chloe', fullName: 'Chloé Bernard' },
}
const answer = (participants: FoundParticipant[], projects: FoundProject[]): SearchResponse => ({
  success: true,
  participants,
  projects,
  position: '1',
})
const everything = () => answer([chloe, mei], [quickShow])

const show = (found: RouteHandler = everything, at = '/admin/leaderboard') => {
  const calls = mockServer({ 'GET /api/admin/search': found })
  const onGo = vi.fn<() => void>()
  const page = (
    <>
      <SearchBox slash onGo={onGo} />
      <button type="button">Elsewhere</button>
      <Announcer />
      <Outlet />
    </>
  )
  const router = createMemoryRouter([{ element: page, children: [{ path: '*', element: null }] }], {
    initialEntries: [at],
  })
  render(<RouterProvider router={router} />)
  const address = () => router.state.location.pathname + router.state.location.search
  return { calls, onGo, address }
}

const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime.bind(vi) })
const box = () => screen.getByRole<HTMLInputElement>('combobox')
/** Lets typing rest and the answer arrive. */
const rest = (milliseconds = 200) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
const find = async (words: string) => {
  await user.type(box(), words)
  await rest()
}
const active = () => document.getElementById(box().getAttribute('aria-activedescendant') ?? '')?.textContent
const options = () => screen.getAllByRole('option').map((option) => option.textContent)

beforeEach(() => {
  vi.useFakeTimers()
  // Testing Library waits on the clock after every step, and lets a clock that stands go on by this name alone.
  vi.stubGlobal('jest', { advanceTimersByTime: vi.advanceTimersByTime.bind(vi) })
  return () => void vi.useRealTimers()
})

test('participants and projects are shown under their names once typing rests, and the server is asked once', async () => {
  const { calls } = show()
  await user.type(box(), ' che ')
  expect(box().getAttribute('aria-expanded')).toBe('false')
  expect(calls).toHaveLength(0)
  await rest()
  expect(calls.map(({ query }) => query.get('q'))).toEqual(['che'])
  expect(box().getAttribute('aria-expanded')).toBe('true')
  expect(box().getAttribute('aria-controls')).toBe(screen.getByRole('listbox').id)
  const participants = within(screen.getByRole('group', { name: 'Participants' })).getAllByRole('option')
  expect(participants[0]?.textContent).toContain('Chloé Bernard@chloe_bernardchloe@demo.example')
  expect(participants[1]?.textContent).toContain('Mei-Ling Chenmei@demo.example')
  const [project] = within(screen.getByRole('group', { name: 'Projects' })).getAllByRole('option')
  expect(project?.textContent).toContain('Quick showChloé BernardDay 19Pending')
  expect(options().at(-1)).toContain('All submissions that match “che”')
  expect(active()).toBeUndefined()
})

test('how many were found is said to those who listen', async () => {
  show()
  await find('che')
  expect(screen.getByText('2 participants and 1 project found')).toBeTruthy()
})

test('arrows point at options without taking the focus, and lead back to the words', async () => {
  const { address, onGo } = show()
  await find('che')
  await user.keyboard('{ArrowDown}')
  expect(active()).toContain('Chloé Bernard')
  expect(document.activeElement).toBe(box())
  await user.keyboard('{ArrowUp}')
  expect(active()).toBeUndefined()
  await user.keyboard('{ArrowUp}')
  expect(active()).toContain('All submissions')
  await user.keyboard('{Home}')
  expect(active()).toContain('Chloé Bernard')
  await user.keyboard('{End}{ArrowUp}')
  expect(active()).toContain('Quick show')
  await user.keyboard('{Enter}')
  expect(address()).toBe('/admin/rate-project/quick-show')
  expect(screen.queryByRole('listbox')).toBeNull()
  expect(box().value).toBe('')
  expect(onGo).toHaveBeenCalledOnce()
})

test('without an active option Home and End belong to the words, and so do the arrows to the sides', async () => {
  show()
  await find('che')
  await user.keyboard('{Home}a')
  expect(box().value).toBe('ache')
  await rest()
  await user.keyboard('{ArrowDown}{ArrowLeft}')
  expect(active()).toBeUndefined()
})

test('a participant leads to what they handed in', async () => {
  const { address } = show()
  await find('che')
  await user.click(screen.getByRole('option', { name: /^Chloé Bernard/ }))
  expect(address()).toBe('/admin/submissions?user=chloe')
  expect(box().value).toBe('')
  await rest()
  expect(screen.queryByRole('listbox')).toBeNull()
})

test('Enter without an active option, and the last row, search the submissions', async () => {
  const { address, onGo } = show()
  await find('quick')
  await user.keyboard('{Enter}')
  expect(address()).toBe('/admin/submissions?search=quick')
  expect(screen.queryByRole('listbox')).toBeNull()
  await find(' show')
  await user.click(screen.getByRole('option', { name: /All submissions that match/ }))
  expect(address()).toBe('/admin/submissions?search=quick+show')
  expect(onGo).toHaveBeenCalledTimes(2)
})

test('Enter before the answer searches the submissions, and no list opens afterwards', async () => {
  const { address, calls } = show()
  await user.type(box(), 'quick{Enter}')
  await rest()
  expect(address()).toBe('/admin/submissions?search=quick')
  expect(screen.queryByRole('listbox')).toBeNull()
  expect(calls).toHaveLength(0)
})

test('words that stand in the address open no list by themselves', async () => {
  const { calls } = show(everything, '/admin/submissions?search=quick')
  await user.click(box())
  await rest()
  expect(calls).toHaveLength(0)
  await user.keyboard('{ArrowDown}')
  await rest()
  expect(screen.getByRole('listbox')).toBeTruthy()
})

test('Escape closes the list first, and clears the words then', async () => {
  show()
  await find('che')
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('listbox')).toBeNull()
  expect(box().value).toBe('che')
  await user.keyboard('{Escape}')
  expect(box().value).toBe('')
})

test('focus that leaves closes the list', async () => {
  show()
  await find('che')
  await user.click(screen.getByRole('button', { name: 'Elsewhere' }))
  expect(screen.queryByRole('listbox')).toBeNull()
  expect(box().value).toBe('che')
})

test('an older answer never takes the place of a newer one, and its call is given up', async () => {
  const late = Promise.withResolvers<SearchResponse>()
  show(({ query }) => (query.get('q') === 'c' ? late.promise : answer([mei], [])))
  const fetching = vi.spyOn(globalThis, 'fetch')
  await find('c')
  await find('h')
  expect(fetching.mock.calls.map(([, request]) => request?.signal?.aborted)).toEqual([true, false])
  late.resolve(answer([chloe], [quickShow]))
  await rest()
  expect(options()).toHaveLength(2)
  expect(options()[0]).toContain('Mei-Ling Chen')
})

test('what was found stays while more is typed, and an option pointed at over earlier words is none any more', async () => {
  show(({ query }) => (query.get('q') === 'che' ? answer([mei, chloe], []) : everything()))
  await find('ch')
  await user.keyboard('{ArrowDown}e')
  expect(options()[0]).toContain('Chloé Bernard')
  expect(active()).toBeUndefined()
  await rest()
  expect(options()[0]).toContain('Mei-Ling Chen')
  expect(active()).toBeUndefined()
})

test('a slow answer shows the shape of what comes', async () => {
  const slow = Promise.withResolvers<SearchResponse>()
  show(() => slow.promise)
  await find('che')
  expect(screen.queryByText('Searching')).toBeNull()
  await rest()
  expect(screen.getByText('Searching')).toBeTruthy()
  slow.resolve(everything())
  await rest(0)
  expect(screen.queryByText('Searching')).toBeNull()
  expect(screen.getByRole('group', { name: 'Participants' })).toBeTruthy()
})

test('nothing found is said in the words of the product, and Clear All begins anew', async () => {
  show(() => answer([], []))
  await find('xyzzy')
  expect(screen.getByText('No participant or project matches “xyzzy”')).toBeTruthy()
  expect(screen.getByText('Try adjusting your search or filter criteria')).toBeTruthy()
  expect(options()).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: 'Clear All' }))
  expect(box().value).toBe('')
  expect(document.activeElement).toBe(box())
  expect(screen.queryByRole('listbox')).toBeNull()
})

test('a refusal is told in its own words, and Retry asks again', async () => {
  const answers = [
    () => errorResponse(429, 'too-many-requests', 'Too many requests. Try again in 20 s.'),
    everything,
  ]
  const { calls } = show(() => (answers.shift() ?? everything)())
  await find('che')
  expect(screen.getByRole('alert').textContent).toContain('Too many requests. Try again in 20 s.')
  await user.tab()
  await user.tab()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Retry' }))
  await user.keyboard('{Enter}')
  expect(document.activeElement).toBe(box())
  await rest()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(options()[0]).toContain('Chloé Bernard')
  expect(calls).toHaveLength(2)
})

test('a server out of reach is told, and the submissions can still be searched', async () => {
  const { address } = show(networkError)
  await find('che')
  expect(screen.getByRole('alert').textContent).toContain('The server cannot be reached.')
  await user.keyboard('{Enter}')
  expect(address()).toBe('/admin/submissions?search=che')
})

test('names stay text, whatever they say', async () => {
  const markup = '<img src=x onerror="window.owned=1">'
  show(() =>
    answer(
      [{ ...chloe, fullName: markup }],
      [{ ...quickShow, projectName: markup, user: { _id: 'a', fullName: markup } }],
    ),
  )
  await find(markup.slice(0, 4))
  expect(options()[0]).toContain(markup)
  expect(options()[1]).toContain(markup)
  expect(screen.getByRole('listbox').querySelector('img')).toBeNull()
})

test('more letters than the call takes are not sent', async () => {
  const { calls } = show()
  await user.click(box())
  await user.paste('a'.repeat(140))
  await rest()
  expect(calls[0]?.query.get('q')).toHaveLength(100)
})
