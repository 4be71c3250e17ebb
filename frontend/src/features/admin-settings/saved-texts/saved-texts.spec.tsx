// @vitest-environment happy-dom
import { act, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { SavedText } from '@thirty/contracts/saved-texts/api.ts'
import { beforeEach, expect, test } from 'vitest'
import { ines } from '../../../../testing/admin-fixtures.ts'
import { emitFromServer } from '../../../../testing/fake-socket.ts'
import {
  errorResponse,
  mockServer,
  networkError,
  type ReceivedRequest,
  type RouteHandler,
} from '../../../../testing/mock-server.ts'
import { useSession } from '../../../shared/session/session.ts'
import { SavedTextsCard } from '../settings-screen.tsx'

const link: SavedText = {
  id: 'link',
  kind: 'rejection',
  title: 'Dead link',
  text: 'The live link is dead.',
  uses: 7,
  version: '4',
}
const readme: SavedText = { ...link, id: 'readme', title: 'No readme', text: 'Add a readme.', uses: 0 }
const neat: SavedText = { ...link, id: 'neat', kind: 'feedback', title: 'Neat', text: 'Neat.' }
const listed = (...savedTexts: SavedText[]) => ({ success: true, savedTexts, position: '10', epoch: 'e1' })
const newerText = {
  title: 'No answer',
  text: 'Nothing answers.',
  version: '9',
  by: 'samuel',
  byName: 'Samuel Adeyemi',
  at: new Date(Date.now() - 120_000).toISOString(),
}
const refusal = () =>
  Response.json(
    { success: false, code: 'changed-meanwhile', message: 'Another admin changed this text', newerText },
    { status: 409 },
  )
/** The texts of the server, which the routes change as it does. */
let texts: SavedText[]
const stored: RouteHandler = ({ body }, id) => {
  const savedText = { ...link, ...(body as object), id, version: '12' }
  texts = [...texts.filter((other) => other.id !== id), savedText]
  return { success: true, position: '12', savedText }
}

const openDialog = async (routes: Record<string, RouteHandler> = {}): Promise<ReceivedRequest[]> => {
  const requests = mockServer({ 'GET /api/admin/saved-texts': () => listed(...texts), ...routes })
  render(<SavedTextsCard />)
  expect(await screen.findByText('2 reasons, 1 feedback text')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Manage saved texts' }))
  await screen.findByRole('dialog', { name: 'Saved texts' })
  return requests
}
const titles = () =>
  within(screen.getByRole('list', { name: 'Saved texts' }))
    .queryAllByRole('listitem')
    .map((item) => item.querySelector('strong')?.textContent)
const commands = (requests: ReceivedRequest[]) =>
  requests.filter(({ method }) => method !== 'GET').map(({ method, path, body }) => ({ method, path, body }))
const path = '/api/admin/saved-texts/link'
const edit = async (title: string) => {
  await userEvent.click(screen.getByRole('button', { name: 'Edit Dead link' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit saved reason' }))
  const field = dialog.getByRole('textbox', { name: 'Title' })
  await userEvent.clear(field)
  await userEvent.type(field, `${title}{Enter}`)
  return dialog
}

beforeEach(() => {
  texts = [link, readme, neat]
  useSession.setState({ session: { kind: 'admin', user: { ...ines, _id: crypto.randomUUID() } } })
})

test('lists the texts of each kind, the most used first, and finds them', async () => {
  await openDialog()
  expect(titles()).toEqual(['Dead link', 'No readme'])
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search saved texts' }), 'readme')
  expect(titles()).toEqual(['No readme'])
  await userEvent.click(screen.getByRole('button', { name: 'Clear search' }))
  await userEvent.click(screen.getByRole('button', { name: /^Feedback/ }))
  expect(titles()).toEqual(['Neat'])
})

test('changes a text in the version that was opened', async () => {
  const requests = await openDialog({ 'PUT /api/admin/saved-texts/:id': stored })
  await edit('No link')
  await waitFor(() => expect(titles()).toEqual(['No link', 'No readme']))
  expect(commands(requests)).toEqual([
    { method: 'PUT', path, body: { title: 'No link', text: link.text, version: '4' } },
  ])
})

test.each([
  ['Use theirs', { title: 'No answer', text: 'Nothing answers.', version: '9' }],
  ['Replace it with mine', { title: 'Mine', text: link.text, version: '9' }],
])('shows the text of another admin who was first; %s', async (choice, body) => {
  let attempts = 0
  const requests = await openDialog({
    'PUT /api/admin/saved-texts/:id': (request, id) =>
      (attempts += 1) === 1 ? refusal() : stored(request, id),
  })
  const dialog = await edit('Mine')
  const notice = await dialog.findByRole('status')
  expect(notice.textContent).toBe("Samuel Adeyemi changed this text 2 min ago. Yours isn't saved.")
  expect(dialog.queryByText('Another admin changed this text')).toBeNull()
  expect(dialog.getByText('Nothing answers.')).toBeTruthy()
  expect(dialog.queryByRole('alert')).toBeNull()
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true)
  await userEvent.click(dialog.getByRole('button', { name: choice }))
  if (choice === 'Use theirs') await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(commands(requests).at(-1)?.body).toEqual(body))
})

test('a text that another admin has deleted can be saved again', async () => {
  const requests = await openDialog({
    'PUT /api/admin/saved-texts/:id': () =>
      errorResponse(404, 'saved-text-not-found', 'This saved text was deleted'),
    'POST /api/admin/saved-texts': (request) => stored(request, 'again'),
  })
  await edit('Mine')
  expect(await screen.findByText(/^Another admin deleted this text/)).toBeTruthy()
  const dialog = within(screen.getByRole('dialog', { name: 'New saved reason' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(commands(requests).at(-1)).toMatchObject({
      method: 'POST',
      body: { title: 'Mine', text: link.text },
    }),
  )
})

test('deletes a text after a confirmation', async () => {
  const requests = await openDialog({
    'DELETE /api/admin/saved-texts/:id': (_, id) => {
      texts = texts.filter((text) => text.id !== id)
      return { success: true, position: '12' }
    },
  })
  await userEvent.click(screen.getByRole('button', { name: 'Delete Dead link' }))
  expect(commands(requests)).toEqual([])
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete “Dead link”?' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(titles()).toEqual(['No readme']))
  expect(commands(requests)).toEqual([{ method: 'DELETE', path, body: { version: '4' } }])
})

test('shows what another admin has written before it is deleted', async () => {
  let attempts = 0
  const requests = await openDialog({
    'DELETE /api/admin/saved-texts/:id': () =>
      (attempts += 1) === 1 ? refusal() : { success: true, position: '12' },
  })
  await userEvent.click(screen.getByRole('button', { name: 'Delete Dead link' }))
  const confirm = async () => userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
  await confirm()
  expect(await screen.findByText('Nothing answers.')).toBeTruthy()
  await confirm()
  await waitFor(() => expect(commands(requests).at(-1)?.body).toEqual({ version: '9' }))
})

test('a hundred texts of a kind are the most', async () => {
  const full = Array.from({ length: 100 }, (_, index) => ({ ...link, id: `t${index}`, title: `T${index}` }))
  mockServer({ 'GET /api/admin/saved-texts': () => listed(...full, neat) })
  render(<SavedTextsCard />)
  await screen.findByText('100 reasons, 1 feedback text')
  await userEvent.click(screen.getByRole('button', { name: 'Manage saved texts' }))
  await screen.findByRole('dialog', { name: 'Saved texts' })
  const add = () => screen.getByRole<HTMLButtonElement>('button', { name: 'New text' })
  expect(add().disabled).toBe(true)
  expect(screen.getByText('At most 100 texts of each kind')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: /^Feedback/ }))
  expect(add().disabled).toBe(false)
})

test('the card follows other admins, and says that nothing is saved', async () => {
  mockServer({ 'GET /api/admin/saved-texts': () => listed(link) })
  render(<SavedTextsCard />)
  expect(await screen.findByText('1 reason, no feedback texts')).toBeTruthy()
  const items = [{ id: 'link', savedText: null }]
  const at = '2025-11-20T11:00:00.000Z'
  await act(() => emitFromServer('saved-texts.changed', { position: '11', epoch: 'e1', at, items }))
  expect(await screen.findByText('None yet.')).toBeTruthy()
})

test('says that loading failed, and loads again', async () => {
  let isDown = true
  mockServer({
    'GET /api/admin/saved-texts': (request) => (isDown ? networkError(request, '') : listed(link)),
  })
  render(<SavedTextsCard />)
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to load the saved texts')
  isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByText('1 reason, no feedback texts')).toBeTruthy()
})

test('a viewer sees the texts and changes none', async () => {
  useSession.setState({ session: { kind: 'admin', user: { ...ines, _id: 'viewer', role: 'viewer' } } })
  mockServer({ 'GET /api/admin/saved-texts': () => listed(link, readme) })
  render(<SavedTextsCard />)
  await screen.findByText('2 reasons, no feedback texts')
  await userEvent.click(screen.getByRole('button', { name: 'View saved texts' }))
  expect(titles()).toEqual(['Dead link', 'No readme'])
  expect(screen.queryByRole('button', { name: /^(New text|Edit|Delete)/ })).toBeNull()
  expect(
    screen.getByText(/Only owners, organizers and reviewers can change something here\. Your role is Viewer/),
  ).toBeTruthy()
})

test('a reviewer manages the texts', async () => {
  useSession.setState({ session: { kind: 'admin', user: { ...ines, _id: 'reviewer', role: 'reviewer' } } })
  await openDialog()
  expect(screen.getByRole('button', { name: 'New text' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Edit Dead link' })).toBeTruthy()
  expect(screen.queryByText(/can change something here/)).toBeNull()
})
