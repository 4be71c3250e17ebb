// @vitest-environment happy-dom
import { render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import {
  discussionCard,
  discussionResponse,
  discussionsResponse,
  ownSummary,
  reply,
} from '../../../../testing/community-fixtures.ts'
import {
  at,
  commandResponse,
  listPath,
  onePath,
  press,
  receive,
  renderTab,
  replies,
} from '../../../../testing/discussions-tab.tsx'
import { errorResponse, mockServer, networkError } from '../../../../testing/mock-server.ts'
import { maya } from '../../../../testing/participant-fixtures.ts'
import { useSession } from '../../../shared/session/session.ts'
import { Announcer, Toasts } from '../../../shared/ui/feedback/shell-messages.tsx'

beforeEach(() => {
  vi.spyOn(Math, 'random').mockReturnValue(0)
  useSession.setState({ session: { kind: 'user', user: maya } })
})

test('shows a discussion with all pages of its replies, and offers to delete only own texts', async () => {
  renderTab(
    {
      [onePath]: ({ query }, id) =>
        query.has('cursor')
          ? discussionResponse(id, [reply('r2', 'Mine', ownSummary)])
          : { ...discussionResponse(id, [reply('r1', 'With a fake mouse')]), nextCursor: 'next' },
    },
    'a',
  )
  const [first, second] = await replies()
  expect(first).toContain('With a fake mouse')
  expect(second).toContain('Mine')
  expect(screen.getAllByRole('button', { name: 'Delete' })).toHaveLength(1)
})

test('posts a reply and empties the field', async () => {
  const shown = [reply('r1', 'With a fake mouse')]
  const { requests } = renderTab(
    {
      [onePath]: (_, id) => discussionResponse(id, shown),
      'POST /api/community/discussions/:id/replies': () => {
        shown.push(reply('r2', 'Or with the keyboard', ownSummary))
        return { ...commandResponse, reply: { id: 'r2' } }
      },
    },
    'a',
  )
  render(<Announcer />)
  await press('Post reply')
  expect(await screen.findByText('Write a reply')).toBeTruthy()
  await userEvent.type(await screen.findByRole('textbox', { name: 'Your reply' }), 'Or with the keyboard')
  await press('Post reply')
  await waitFor(async () => expect(await replies()).toHaveLength(2))
  expect(requests.find(({ method }) => method === 'POST')?.body).toEqual({ text: 'Or with the keyboard' })
  expect(screen.getByRole('textbox', { name: 'Your reply' })).toHaveProperty('value', '')
  expect(screen.queryByText('New reply')).toBeNull()
})

test('a posted reply empties the field, also while the discussion cannot be loaded', async () => {
  renderTab(
    {
      [onePath]: (_, id) => discussionResponse(id),
      'POST /api/community/discussions/:id/replies': () => ({ ...commandResponse, reply: { id: 'r2' } }),
    },
    'a',
  )
  const field = await screen.findByRole('textbox', { name: 'Your reply' })
  await userEvent.type(field, 'Or with the keyboard')
  mockServer({
    [onePath]: () => new Promise(() => undefined),
    'POST /api/community/discussions/:id/replies': () => ({ ...commandResponse, reply: { id: 'r2' } }),
  })
  await press('Post reply')
  await waitFor(() => expect(field).toHaveProperty('value', ''))
  await userEvent.type(field, 'And')
  expect(field).toHaveProperty('value', 'And')
})

test('a reply of somebody else appears live, and one to another discussion loads nothing', async () => {
  const shown = [reply('r1', 'With a fake mouse')]
  const { requests } = renderTab(
    { [onePath]: (_, id) => discussionResponse(id, shown, { position: String(10 + shown.length) }) },
    'a',
  )
  render(<Announcer />)
  await replies()
  await vi.dynamicImportSettled()
  shown.push(reply('r2', 'With two tabs'))
  await receive('replied', 'a', '12', 2)
  await waitFor(async () => expect(await replies()).toHaveLength(2), { timeout: 5_000 })
  expect(screen.getByText('New reply')).toBeTruthy()
  const loads = () => requests.filter(({ path }) => path === '/api/community/discussions/a').length
  const before = loads()
  await receive('replied', 'b', '13', 2)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(loads()).toBe(before)
})

test("deletes the user's own reply after a confirmation", async () => {
  let shown = [reply('r1', 'Mine', ownSummary)]
  const { requests } = renderTab(
    {
      [onePath]: (_, id) => discussionResponse(id, shown),
      'DELETE /api/community/discussions/:id/replies/:reply': () => {
        shown = []
        return commandResponse
      },
    },
    'a',
  )
  await press('Delete')
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete this reply?' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('No replies yet. Write the first one.')).toBeTruthy()
  expect(requests.find(({ method }) => method === 'DELETE')?.path).toBe(
    '/api/community/discussions/a/replies/r1',
  )
})

test('a deleted reply is gone, also if the discussion cannot be loaded then', async () => {
  renderTab({ [onePath]: (_, id) => discussionResponse(id, [reply('r1', 'Mine', ownSummary)]) }, 'a')
  await press('Delete')
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete this reply?' }))
  mockServer({
    [onePath]: networkError,
    'DELETE /api/community/discussions/:id/replies/:reply': () => commandResponse,
  })
  await userEvent.click(dialog.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('No replies yet. Write the first one.')).toBeTruthy()
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test("deletes the user's own discussion and returns to the list", async () => {
  const { url } = renderTab(
    {
      [onePath]: (_, id) => discussionResponse(id, [], { author: ownSummary }),
      'DELETE /api/community/discussions/:id': () => commandResponse,
    },
    'a',
  )
  render(<Toasts />)
  await press('Delete')
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete this discussion?' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(url()).toBe('?tab=discussions'))
  expect(screen.getByText('Discussion deleted')).toBeTruthy()
})

test('says that a discussion is gone: one that is missing, and one that is removed while it is open', async () => {
  const missing = {
    [onePath]: () => errorResponse(404, 'discussion-not-found', 'This discussion does not exist'),
  }
  renderTab(missing, 'a')
  expect(await screen.findByText('This discussion was deleted')).toBeTruthy()
  mockServer({
    [listPath]: () => discussionsResponse([discussionCard('a')]),
    [onePath]: (_, id) => discussionResponse(id),
  })
  await userEvent.click(screen.getAllByRole('link', { name: 'All discussions' })[0] ?? document.body)
  await userEvent.click(await screen.findByRole('link', { name: 'Question a' }))
  expect(await screen.findByRole('heading', { name: 'Question a' })).toBeTruthy()
  await vi.dynamicImportSettled()
  mockServer(missing)
  await receive('removed', 'a', '12')
  expect(await screen.findByText('This discussion was deleted')).toBeTruthy()
})

test('a failed load of a discussion can be retried', async () => {
  renderTab({ [onePath]: networkError }, 'a')
  expect(await screen.findByText('Failed to fetch community data')).toBeTruthy()
  mockServer({ [onePath]: (_, id) => discussionResponse(id) })
  await press('Retry')
  expect(await screen.findByRole('heading', { name: 'Question a' })).toBeTruthy()
})

test('the author edits a discussion, and everybody sees that it was edited', async () => {
  let question = { title: 'Question a', text: 'How?', editedAt: null as string | null }
  const { requests } = renderTab(
    {
      [onePath]: (_, id) => {
        const response = discussionResponse(id, [], { author: ownSummary })
        return { ...response, discussion: { ...response.discussion, ...question } }
      },
      'PUT /api/community/discussions/:id': ({ body }) => {
        question = { ...(body as { title: string; text: string }), editedAt: at }
        return commandResponse
      },
    },
    'a',
  )
  await press('Edit discussion')
  const title = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Title' })
  expect(title.value).toBe('Question a')
  await userEvent.clear(title)
  await press('Save changes')
  expect(await screen.findByText('Title is required')).toBeTruthy()
  await userEvent.type(title, 'Question b')
  await press('Save changes')
  expect(await screen.findByRole('heading', { name: 'Question b' })).toBeTruthy()
  expect(screen.getByText(/^Edited/)).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(requests.find(({ method }) => method === 'PUT')?.body).toEqual({ title: 'Question b', text: 'How?' })
})

test('the author edits a reply, and a refused change keeps what was written', async () => {
  let isRefused = true
  let text = 'Mine'
  renderTab(
    {
      [onePath]: (_, id) => discussionResponse(id, [reply('r1', text, ownSummary)]),
      'PUT /api/community/discussions/:id/replies/:reply': ({ body }) => {
        if (isRefused) return errorResponse(409, 'discussion-full', 'This discussion is full')
        text = (body as { text: string }).text
        return commandResponse
      },
    },
    'a',
  )
  await press('Edit reply')
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Reply' })
  await userEvent.clear(field)
  await userEvent.type(field, 'Changed')
  await press('Save changes')
  expect(await screen.findByText('This discussion is full')).toBeTruthy()
  expect(field.value).toBe('Changed')
  isRefused = false
  await press('Save changes')
  await waitFor(async () => expect((await replies())[0]).toContain('Changed'))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('what was typed into the form of one reply does not appear in the form of another', async () => {
  const own = [reply('r1', 'First', ownSummary), reply('r2', 'Second', ownSummary)]
  renderTab({ [onePath]: (_, id) => discussionResponse(id, own) }, 'a')
  const open = async (index: number) => {
    const button = (await screen.findAllByRole('button', { name: 'Edit reply' }))[index] ?? document.body
    await userEvent.click(button)
    return screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Reply' })
  }
  await userEvent.type(await open(0), ' and more')
  await userEvent.keyboard('{Escape}')
  expect((await open(1)).value).toBe('Second')
  await userEvent.keyboard('{Escape}')
  expect((await open(0)).value).toBe('First and more')
})

test('nobody edits what others wrote, also not an admin', async () => {
  useSession.setState({ session: { kind: 'user', user: { ...maya, isAdmin: true, role: 'reviewer' } } })
  renderTab({ [onePath]: (_, id) => discussionResponse(id, [reply('r1', 'Theirs')]) }, 'a')
  expect((await screen.findAllByRole('button', { name: /^Delete/ })).length).toBeGreaterThan(0)
  expect(screen.queryByRole('button', { name: /^Edit/ })).toBeNull()
})

test('a moderator edits and deletes an own reply, and does not hide it', async () => {
  useSession.setState({ session: { kind: 'user', user: { ...maya, isAdmin: true, role: 'reviewer' } } })
  renderTab({ [onePath]: (_, id) => discussionResponse(id, [reply('r1', 'Mine', ownSummary)]) }, 'a')
  const list = within(await screen.findByRole('list', { name: 'Replies' }))
  expect(list.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Edit', 'Delete'])
})

test('a moderator hides a reply and shows it again, and the question does not come back', async () => {
  useSession.setState({ session: { kind: 'user', user: { ...maya, isAdmin: true, role: 'reviewer' } } })
  let hidden: { at: string; reason: string } | undefined
  const path = '/api/community/discussions/:id/replies/:reply/hidden'
  renderTab(
    {
      [onePath]: (_, id) => discussionResponse(id, [{ ...reply('r1', 'Theirs'), ...(hidden && { hidden }) }]),
      [`PUT ${path}`]: ({ body }) => {
        hidden = { at, ...(body as { reason: string }) }
        return commandResponse
      },
      [`DELETE ${path}`]: () => {
        hidden = undefined
        return commandResponse
      },
    },
    'a',
  )
  const list = within(await screen.findByRole('list', { name: 'Replies' }))
  await userEvent.click(list.getByRole('button', { name: 'Hide' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.type(await dialog.findByRole('textbox', { name: 'Reason' }), 'Spam')
  await userEvent.click(dialog.getByRole('button', { name: 'Hide' }))
  await userEvent.click(await list.findByRole('button', { name: 'Unhide' }))
  await userEvent.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Unhide' }),
  )
  expect(await list.findByRole('button', { name: 'Hide' })).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
})
