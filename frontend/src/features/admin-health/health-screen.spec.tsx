// @vitest-environment happy-dom
import type { HealthResponse } from '@thirty/contracts/operations/health-api.ts'
import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { errorResponse, mockServer } from '../../../testing/mock-server.ts'
import { findProblems } from './health-problems.ts'
import { LateNotice } from '../../shared/ui/feedback/shell-messages.tsx'
import { HealthScreen, refreshMs } from './health-screen.tsx'

const deliveries = {
  waiting: 0,
  delivered: 4,
  failed: 0,
  recentlyDelivered: 4,
  recentlyFailed: 0,
  lastDeliveredAt: null,
}
const web: HealthResponse['processes'][number] = {
  id: 'one',
  role: 'web',
  host: 'web-1',
  version: '1.2.3',
  startedAt: Date.now() - 165 * 60_000,
  memoryBytes: 200 * 1024 * 1024,
  sockets: 12,
  mail: deliveries,
  push: deliveries,
  webhooks: deliveries,
  snapshots: null,
  storage: { freeBytes: null, refusal: null },
  untrustedProxy: null,
  projections: [
    { name: 'people', isParked: false, check: { at: 1, documents: 7, differences: 0, isHealed: null } },
    { name: 'projects', isParked: false, check: null },
  ],
  ageSeconds: 0,
}
const healthy: HealthResponse = {
  success: true,
  at: Date.now(),
  allowedLagSeconds: 15,
  selfCheckHours: 24,
  log: { position: '41', newestAt: Date.now() - 60_000 },
  isStoreAvailable: true,
  readModels: [
    { name: 'people', state: 'current', lagSeconds: 0, lagEvents: '0' },
    { name: 'projects', state: 'current', lagSeconds: 3.2, lagEvents: '9' },
  ],
  hasAllProcesses: true,
  processes: [web],
}
const texts = (health: HealthResponse) => findProblems(health).map(({ text }) => text)

test('a healthy installation is shown in words', async () => {
  mockServer({ 'GET /api/admin/health': () => healthy })
  render(<HealthScreen />)
  expect(screen.getByText('Loading the health of this installation')).toBeTruthy()
  expect(await screen.findByText('Everything works.')).toBeTruthy()
  const [people, projects] = within(screen.getByRole('list', { name: 'Read models' })).getAllByRole(
    'listitem',
  )
  expect(people?.textContent).toMatch(/^peopleUp to dateNo differences in 7 documents/)
  expect(projects?.textContent).toMatch(/^projects3 s behindNot checked yet/)
  const process = screen.getByRole('article')
  expect(process.textContent).toMatch(/web-1.*Running.*1\.2\.3.*2 h 45 min.*200\.0 MB.*12/)
})

test.each<[string, Partial<HealthResponse>]>([
  [
    'The process web-1 is ignoring the forwarding headers of 10.0.0.3.',
    { processes: [{ ...web, untrustedProxy: '10.0.0.3' }] },
  ],
  ['The disk of web-1 is full.', { processes: [{ ...web, storage: { freeBytes: 100_000, refusal: null } }] }],
  [
    'Only 100.0 MB free on the disk of web-1.',
    { processes: [{ ...web, storage: { freeBytes: 100 * 1024 * 1024, refusal: null } }] },
  ],
  [
    'The process web-1 refuses commands because nothing can be saved.',
    {
      processes: [{ ...web, storage: { freeBytes: null, refusal: 'The disk is full; nothing was stored.' } }],
    },
  ],
  ['The event log is unreachable.', { log: null }],
  ["The read models' store is unreachable.", { isStoreAvailable: false }],
  ["Other processes couldn't be read.", { hasAllProcesses: false }],
  [
    'people is 16 s behind the log.',
    { readModels: [{ name: 'people', state: 'current', lagSeconds: 16, lagEvents: '5' }] },
  ],
  [
    'people is out of date: the log was replaced by an older copy.',
    { readModels: [{ name: 'people', state: 'outdated', lagSeconds: 1, lagEvents: '5' }] },
  ],
  [
    'No process is running badges.',
    { readModels: [{ name: 'badges', state: 'current', lagSeconds: 0, lagEvents: '0' }] },
  ],
  [
    'people stopped at an event, or after an error.',
    {
      readModels: healthy.readModels.slice(0, 1),
      processes: [{ ...web, projections: [{ name: 'people', isParked: true, check: null }] }],
    },
  ],
  [
    "people differs from the log and couldn't be rebuilt.",
    {
      readModels: healthy.readModels.slice(0, 1),
      processes: [
        {
          ...web,
          projections: [
            {
              name: 'people',
              isParked: false,
              check: { at: 2, documents: 7, differences: 1, isHealed: false },
            },
          ],
        },
      ],
    },
  ],
  [
    'The process web-2 has not reported for 16 s.',
    // What it said before is no longer a problem of its own.
    {
      processes: [
        web,
        {
          ...web,
          id: 'two',
          host: 'web-2',
          ageSeconds: 16,
          storage: { freeBytes: 0, refusal: 'The disk is full; nothing was stored.' },
          projections: [{ name: 'people', isParked: true, check: null }],
        },
      ],
    },
  ],
  [
    'The process web-1 is using 851.0 MB of memory.',
    { processes: [{ ...web, memoryBytes: 851 * 1024 * 1024 }] },
  ],
  [
    "The process web-1 couldn't deliver email 6 times in 15 minutes.",
    { processes: [{ ...web, mail: { ...deliveries, recentlyFailed: 6 } }] },
  ],
  [
    '501 emails are waiting in the process web-1.',
    { processes: [{ ...web, mail: { ...deliveries, waiting: 501 } }] },
  ],
])('%s', async (problem, change) => {
  const health = { ...healthy, ...change }
  expect(texts(health)).toEqual([problem])
  mockServer({ 'GET /api/admin/health': () => health })
  render(<HealthScreen />)
  expect(await screen.findByText(problem)).toBeTruthy()
  expect(screen.queryByText('Everything works.')).toBeNull()
})

test('nothing at a limit is a problem, and a projection may run in a process that cannot be read', () => {
  const atLimit = {
    ...web,
    memoryBytes: 850 * 1024 * 1024,
    mail: { ...deliveries, waiting: 500, recentlyFailed: 5, recentlyDelivered: 0 },
    ageSeconds: 15,
  }
  const readModels = healthy.readModels.map((readModel) => ({ ...readModel, lagSeconds: 15 }))
  expect(texts({ ...healthy, readModels, processes: [atLimit] })).toEqual([])
  expect(texts({ ...healthy, hasAllProcesses: false, processes: [{ ...web, projections: [] }] })).toEqual([
    "Other processes couldn't be read.",
  ])
})

test('a failed request can be repeated', async () => {
  let isDown = true
  mockServer({
    'GET /api/admin/health': () => (isDown ? errorResponse(503, 'storage-unavailable', 'Away.') : healthy),
  })
  render(<HealthScreen />)
  expect(await screen.findByText('Failed to load the health of this installation')).toBeTruthy()
  isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByText('Everything works.')).toBeTruthy()
})

test('the figures are loaded again, and are marked as out of date while that fails', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  let isDown = false
  mockServer({
    'GET /api/admin/health': () => (isDown ? errorResponse(503, 'storage-unavailable', 'Away.') : healthy),
  })
  render(
    <>
      <LateNotice isAdmin />
      <HealthScreen />
    </>,
  )
  expect(await screen.findByText('Everything works.')).toBeTruthy()
  isDown = true
  await vi.advanceTimersByTimeAsync(refreshMs + 100)
  const notice = /^This screen could not be updated/
  expect(await screen.findByText(notice)).toBeTruthy()
  expect(screen.getByText('Everything works.')).toBeTruthy()
  isDown = false
  await vi.advanceTimersByTimeAsync(refreshMs + 100)
  await vi.waitFor(() => expect(screen.queryByText(notice)).toBeNull())
  vi.useRealTimers()
})
