// @vitest-environment happy-dom
import type { AuditEntry } from '@thirty/contracts/audit/api.ts'
import { auditSubjectKinds } from '@thirty/contracts/audit/subject-kinds.ts'
import { say, type Text } from '@thirty/contracts/texts/text.ts'
import { render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from '../../shared/navigation/router.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { ines } from '../../../testing/admin-fixtures.ts'
import { auditText } from '../../../testing/audit-text.ts'
import { emitFromServer } from '../../../testing/fake-socket.ts'
import { errorResponse, mockServer, networkError } from '../../../testing/mock-server.ts'
import type { ReceivedRequest, RouteHandler } from '../../../testing/mock-server.ts'
import { refreshInVain } from '../../../testing/refresh-in-vain.tsx'
import { useSession } from '../../shared/session/session.ts'
import { useToasts } from '../../shared/ui/feedback/toast-store.ts'
import { AuditScreen } from './audit-screen.tsx'

/** Returns what an entry says. */
const entryText = ({ message: summary, ...text }: Text) => ({ summary, text })

const actorId = '00000000-0000-7000-8000-000000000001'
const rejected: AuditEntry = {
  id: 'e1',
  position: '1200',
  at: '2025-11-20T10:00:00.000Z',
  run: 1,
  action: 'project-rejected',
  actor: { _id: actorId, name: 'Inés Duarte', avatar: null },
  subject: { kind: 'project', id: 'r1-d4-maya', name: 'Kanban' },
  ...entryText(
    say('withReason', {
      said: auditText('projectWasRejected', {
        actor: 'Inés Duarte',
        project: 'Kanban',
        day: 4,
        owner: 'Maya Lindgren',
      }),
      reason: 'The live link is broken',
    }),
  ),
  before: { status: 'submitted' },
  after: { status: 'rejected', reason: 'The live link is broken' },
}
const reset: AuditEntry = {
  ...rejected,
  id: 'e0',
  run: 2,
  action: 'challenge-reset',
  actor: null,
  subject: { kind: 'challenge', id: 'challenge', name: 'Challenge' },
  ...entryText(auditText('challengeReset', { actor: say('theSystem'), run: '2' })),
  before: { run: 1, startsAt: null, automatic: true },
  after: { run: 2, startsAt: '2025-11-20T10:00:00.000Z', automatic: true },
}

const pageOf = (entries: AuditEntry[], nextCursor: string | null = null, position = '10') => ({
  success: true,
  entries,
  nextCursor,
  position,
  epoch: 'e1',
})

const renderScreen = (handle: RouteHandler = () => pageOf([rejected, reset]), url = '/admin/audit') => {
  const requests = mockServer({ 'GET /api/admin/audit': handle })
  const router = createMemoryRouter([{ path: '*', Component: AuditScreen }], { initialEntries: [url] })
  render(<RouterProvider router={router} />)
  return { requests, url: () => decodeURIComponent(router.state.location.search) }
}
const summaries = async () =>
  (await screen.findAllByRole('heading', { level: 2 })).map((heading) => heading.textContent)
const lastQuery = (requests: ReceivedRequest[]) => Object.fromEntries(requests.at(-1)?.query ?? [])
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))

beforeEach(() => {
  vi.spyOn(Math, 'random').mockReturnValue(1)
  useSession.setState({ session: { kind: 'admin', user: ines } })
})

test('says that the audit is loading', () => {
  renderScreen(() => new Promise(() => undefined))
  expect(screen.getByText('Loading audit')).toBeTruthy()
})

test('shows a failed load and retries it', async () => {
  renderScreen(networkError)
  expect(await screen.findByText('Failed to load the audit')).toBeTruthy()
  mockServer({ 'GET /api/admin/audit': () => pageOf([rejected]) })
  await userEvent.click(within(screen.getByRole('alert')).getByRole('button', { name: 'Retry' }))
  expect(await summaries()).toEqual([rejected.summary])
})

test('says that there are no entries', async () => {
  renderScreen(() => pageOf([]))
  expect(await screen.findByText('No entries yet')).toBeTruthy()
})

test('says that there are no entries also if the URL has a filter that is none', async () => {
  renderScreen(() => pageOf([]), '/admin/audit?kind=planet&action=eaten&from=yesterday')
  expect(await screen.findByText('No entries yet')).toBeTruthy()
})

test('says that no entry matches, and clears the filters', async () => {
  const { url } = renderScreen(
    ({ query }) => pageOf(query.has('actor') ? [] : [rejected]),
    '/admin/audit?search=nobody&kind=user&from=2025-11-01',
  )
  expect(await screen.findByText('No entry matches')).toBeTruthy()
  await press('Clear All')
  expect(await summaries()).toEqual([rejected.summary])
  expect(url()).toBe('')
})

test('shows who did what, in which run', async () => {
  renderScreen()
  await summaries()
  const [first, second] = screen.getAllByRole('listitem')
  expect(first?.textContent).toMatch(/Inés Duarte rejected Kanban.*Project rejected.*Run 1.*Nov 20/)
  expect(second?.textContent).toMatch(/The system reset the challenge.*Challenge reset.*Run 2/)
})

test('an open row compares the values before and after', async () => {
  renderScreen()
  await press(/^The system reset/)
  const table = screen.getByRole('table')
  const [controls] = screen.getAllByRole('button', { expanded: true })
  const details = document.getElementById(controls?.getAttribute('aria-controls') ?? '')
  expect(details?.contains(table)).toBe(true)
  const rows = within(table).getAllByRole('row')
  expect(rows.map((row) => row.textContent)).toEqual([
    'FieldBeforeAfter',
    'Run12',
    expect.stringMatching(/^Starts at–noneNov 20, 2025, \d?\d:00 [AP]M$/),
    'Automaticyesyes',
  ])
})

test('an entry without values says so', async () => {
  renderScreen(() => pageOf([{ ...rejected, before: {}, after: {} }]))
  await press(/^Inés Duarte rejected/)
  expect(screen.getByText('There are no values to compare.')).toBeTruthy()
})

test('filters on the server, and the URL has the filters', async () => {
  const { requests, url } = renderScreen()
  await summaries()
  await press('Projects')
  await userEvent.type(screen.getByRole('searchbox', { name: 'Find a person' }), 'ines')
  await waitFor(() =>
    expect(lastQuery(requests)).toEqual({ limit: '100', actor: 'ines', subjectKind: 'project' }),
  )
  expect(url()).toBe('?kind=project&search=ines')
})

test('the search for a person ends the filter by one', async () => {
  const { requests, url } = renderScreen(undefined, `/admin/audit?kind=project&actor=${actorId}`)
  await waitFor(() => expect(lastQuery(requests)).toMatchObject({ actor: actorId }))
  await userEvent.type(screen.getByRole('searchbox', { name: 'Find a person' }), 'ines')
  await waitFor(() => expect(lastQuery(requests)).toMatchObject({ actor: 'ines', subjectKind: 'project' }))
  expect(url()).toBe('?kind=project&search=ines')
})

test('each kind of subject has a filter', async () => {
  const { requests } = renderScreen()
  await summaries()
  const filters = within(screen.getByRole('group', { name: 'About' })).getAllByRole('button')
  expect(filters).toHaveLength(1 + auditSubjectKinds.length)
  await press('Invitations')
  await waitFor(() => expect(lastQuery(requests)).toMatchObject({ subjectKind: 'invitation' }))
})

test.each([
  ['invitation', 'Only about this invitation'],
  ['webhook', 'Only about this webhook'],
  ['discussion', 'Only about this discussion'],
] as const)('an entry about a %s offers the others about it: %s', async (kind, label) => {
  renderScreen(() => pageOf([{ ...rejected, subject: { ...rejected.subject, kind } }]))
  await press(/^Inés Duarte rejected/)
  expect(screen.getByRole('link', { name: label })).toBeTruthy()
})

test('an action is kept only while it is about the chosen subject', async () => {
  const { url } = renderScreen(undefined, '/admin/audit?kind=project&action=project-rejected')
  await summaries()
  await press('All')
  expect(url()).toBe('?action=project-rejected')
  await press('Users')
  expect(url()).toBe('?kind=user')
})

test('sends the action and the days', async () => {
  const { requests } = renderScreen(
    undefined,
    '/admin/audit?action=project-rejected&from=2025-11-01&to=2025-11-02',
  )
  await summaries()
  expect(lastQuery(requests)).toMatchObject({
    action: 'project-rejected',
    from: new Date('2025-11-01T00:00:00').toISOString(),
    to: new Date('2025-11-02T23:59:59.999').toISOString(),
  })
})

test('an open row leads to the entries by its actor and about its subject', async () => {
  const { requests, url } = renderScreen()
  await press(/^Inés Duarte rejected/)
  await userEvent.click(screen.getByRole('link', { name: 'Only by Inés Duarte' }))
  await waitFor(() => expect(lastQuery(requests)).toMatchObject({ actor: actorId }))
  // Another status says that the entries are loading, as long as they are.
  const narrowed = () => screen.getByRole('status').textContent
  await waitFor(() => expect(narrowed()).toContain('Showing entries by Inés Duarte'))
  await press(/^Inés Duarte rejected/)
  await userEvent.click(screen.getByRole('link', { name: 'Only about this project' }))
  await waitFor(() => expect(lastQuery(requests)).toMatchObject({ subject: 'r1-d4-maya', actor: actorId }))
  await press('Show all')
  expect(url()).toBe('?kind=project')
})

test('continues searching while the server found too few', async () => {
  const { requests } = renderScreen(({ query }) => {
    if (!query.has('cursor')) return pageOf([], 'c1')
    return query.get('cursor') === 'c1' ? pageOf([], 'c2') : pageOf([rejected])
  })
  expect(await summaries()).toEqual([rejected.summary])
  expect(requests.map(({ query }) => query.get('cursor'))).toEqual([null, 'c1', 'c2'])
})

test('loads older entries', async () => {
  const first = Array.from({ length: 30 }, (_, index) => ({ ...rejected, id: `n${index}` }))
  renderScreen(({ query }) => (query.has('cursor') ? pageOf([reset]) : pageOf(first, 'next')))
  expect(await screen.findByText('Showing 22')).toBeTruthy()
  await press('Show more')
  await waitFor(async () => expect((await summaries()).at(-1)).toBe(reset.summary))
  expect(screen.getByText('Showing 31 of 31')).toBeTruthy()
})

test('offers new entries without moving the list', async () => {
  vi.mocked(Math.random).mockReturnValue(0)
  let entries = [reset]
  let position = '10'
  renderScreen(() => pageOf(entries, null, position))
  await summaries()
  await vi.dynamicImportSettled()
  entries = [rejected, { ...rejected, id: 'e2' }, reset]
  position = '12'
  await emitFromServer('audit.changed', { position, epoch: 'e1', at: '2025-11-20T11:00:00.000Z' })
  const bar = await screen.findByRole('button', { name: /2 new, show them/ }, { timeout: 5_000 })
  expect(await summaries()).toEqual([reset.summary])
  await userEvent.click(bar)
  expect(await summaries()).toEqual([rejected.summary, rejected.summary, reset.summary])
  expect(screen.queryByRole('button', { name: /new, show/ })).toBeNull()
})

test('saves the entries that match the filter as a file', async () => {
  const saved: File[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    if (file instanceof File) saved.push(file)
    return 'blob:file'
  })
  renderScreen(undefined, '/admin/audit?kind=project')
  await summaries()
  const requests = mockServer({
    'GET /api/admin/audit': () => pageOf([rejected]),
    'GET /api/admin/audit/export': () =>
      new Response('a,b', {
        headers: { 'Content-Disposition': 'attachment; filename="thirty-audit-2025-11-20.csv"' },
      }),
  })
  await press('Export CSV')
  await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['thirty-audit-2025-11-20.csv']))
  expect(Object.fromEntries(requests[0]?.query ?? [])).toEqual({ format: 'csv', subjectKind: 'project' })
})

test('says why an export failed', async () => {
  renderScreen()
  await summaries()
  mockServer({
    'GET /api/admin/audit/export': () =>
      errorResponse(503, 'busy', 'The server is busy. Please try again in a moment.'),
  })
  await press('Export JSON')
  await waitFor(() =>
    expect(useToasts.getState().toasts.map(({ text }) => text)).toContain(
      'Export failed: The server is busy. Please try again in a moment.',
    ),
  )
})

test('the pill of the audit says that it could not be updated', async () => {
  renderScreen()
  await summaries()
  expect(await refreshInVain()).toEqual(['Not updated'])
  expect(await summaries()).toHaveLength(2)
})
