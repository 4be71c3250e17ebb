// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import {
  discussionCard,
  discussionResponse,
  discussionsResponse,
  ownSummary,
} from '../../../../testing/community-fixtures.ts'
import {
  commandResponse,
  listPath,
  onePath,
  press,
  receive,
  renderTab,
} from '../../../../testing/discussions-tab.tsx'
import { errorResponse, mockServer, networkError } from '../../../../testing/mock-server.ts'
import { maya } from '../../../../testing/participant-fixtures.ts'
import { cancelResync } from '../../../shared/live/resync.ts'
import { useSession } from '../../../shared/session/session.ts'

beforeEach(() => {
  vi.spyOn(Math, 'random').mockReturnValue(0)
  useSession.setState({ session: { kind: 'user', user: maya } })
})

test('says that the discussions are loading', () => {
  renderTab({ [listPath]: () => new Promise(() => undefined) })
  expect(screen.getByText('Loading discussions')).toBeTruthy()
})

test('shows a failed load and retries it', async () => {
  renderTab({ [listPath]: networkError })
  expect(await screen.findByText('Failed to fetch community data')).toBeTruthy()
  mockServer({ [listPath]: () => discussionsResponse([discussionCard('a')]) })
  await press('Retry')
  expect(await screen.findByRole('link', { name: 'Question a' })).toBeTruthy()
})

test('invites to start the first discussion', async () => {
  renderTab({ [listPath]: () => discussionsResponse([]) })
  expect(await screen.findByText('No discussions yet')).toBeTruthy()
  expect(screen.getAllByRole('button', { name: 'Start a discussion' })).toHaveLength(1)
})

test('shows who asked, the number of replies and the latest one', async () => {
  renderTab({ [listPath]: () => discussionsResponse([discussionCard('a', undefined, 2)]) })
  const row = await screen.findByRole('listitem')
  expect(row.textContent).toContain('Kenji Watanabe')
  expect(row.textContent).toContain('2 replies')
  expect(row.textContent).toContain('Last reply')
})

test('starts a discussion and opens it', async () => {
  const { requests, url } = renderTab({
    'POST /api/community/discussions': () => ({ ...commandResponse, discussion: { id: 'b' } }),
    [onePath]: (_, id) => discussionResponse(id, [], { author: ownSummary }),
  })
  await press('Start a discussion')
  await press('Start discussion')
  expect(await screen.findByText('Title is required')).toBeTruthy()
  await userEvent.type(await screen.findByRole('textbox', { name: 'Title' }), 'Which font?')
  await userEvent.type(screen.getByRole('textbox', { name: 'Text' }), 'For code.')
  await press('Start discussion')
  expect(await screen.findByRole('heading', { name: 'Question b' })).toBeTruthy()
  expect(url()).toBe('?tab=discussions&discussion=b')
  expect(requests.find(({ method }) => method === 'POST')?.body).toEqual({
    title: 'Which font?',
    text: 'For code.',
  })
})

test('opens a new discussion while the list is loading', async () => {
  let isStarted = false
  const { url } = renderTab({
    [listPath]: () => (isStarted ? new Promise(() => undefined) : discussionsResponse([])),
    'POST /api/community/discussions': () => {
      isStarted = true
      return { ...commandResponse, discussion: { id: 'b' } }
    },
    [onePath]: (_, id) => discussionResponse(id, [], { author: ownSummary }),
  })
  await press('Start a discussion')
  await userEvent.type(await screen.findByRole('textbox', { name: 'Title' }), 'Which font?')
  await userEvent.type(screen.getByRole('textbox', { name: 'Text' }), 'For code.')
  await press('Start discussion')
  await waitFor(() => expect(url()).toBe('?tab=discussions&discussion=b'))
})

test('keeps what was written when the server refuses it', async () => {
  renderTab({
    'POST /api/community/discussions': () => errorResponse(429, 'too-many-requests', 'Too many discussions'),
  })
  await press('Start a discussion')
  await userEvent.type(await screen.findByRole('textbox', { name: 'Title' }), 'Which font?')
  await userEvent.type(screen.getByRole('textbox', { name: 'Text' }), 'For code.')
  await press('Start discussion')
  expect(await screen.findByText('Too many discussions')).toBeTruthy()
  expect(screen.getByRole('textbox', { name: 'Title' })).toHaveProperty('value', 'Which font?')
})

test('the list follows replies and removals without a request, and loads a new discussion', async () => {
  let cards = [discussionCard('a'), discussionCard('b')]
  const { requests } = renderTab({ [listPath]: () => discussionsResponse(cards, String(cards.length + 10)) })
  await screen.findByRole('link', { name: 'Question a' })
  await vi.dynamicImportSettled()
  // The resync after the connection would load the list as well.
  cancelResync()
  await receive('replied', 'b', '13')
  expect(screen.getAllByRole('heading').map((heading) => heading.textContent)).toEqual([
    'Question b',
    'Question a',
  ])
  expect(screen.getByText('1', { exact: false, selector: 'span' }).textContent).toContain('1 reply')
  await receive('removed', 'a', '14')
  expect(screen.queryByRole('link', { name: 'Question a' })).toBeNull()
  expect(requests).toHaveLength(1)
  cards = [
    discussionCard('c'),
    discussionCard('b'),
    ...Array.from({ length: 5 }, (_, i) => discussionCard(`d${i}`)),
  ]
  await receive('opened', 'c', '15', 0)
  expect(await screen.findByRole('link', { name: 'Question c' }, { timeout: 5_000 })).toBeTruthy()
})
