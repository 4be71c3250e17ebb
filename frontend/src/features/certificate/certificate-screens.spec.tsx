// @vitest-environment happy-dom
import type { Certificate, OwnCertificateResponse } from '@thirty/contracts/leaderboard/certificates-api.ts'
import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from '../../shared/navigation/router.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { emitFromServer } from '../../../testing/fake-socket.ts'
import { errorResponse, mockServer, networkError } from '../../../testing/mock-server.ts'
import { maya } from '../../../testing/participant-fixtures.ts'
import { useCurrentDay } from '../../shared/challenge/current-day.ts'
import { cancelResync } from '../../shared/live/resync.ts'
import { useSession } from '../../shared/session/session.ts'
import { OwnCertificateScreen, VerificationScreen } from './certificate-screens.tsx'

const code = 'AAAAAAAAcACAAAAAAEFkYQdQ3xv9yYb5kq2W3x'
const certificate: Certificate = {
  code,
  name: 'Maya Lindgren',
  run: 1,
  completedAt: '2026-02-03T23:30:00.000Z',
  points: 187.5,
  rank: 3,
  participants: 128,
  ended: null,
  pending: 0,
  replacedBy: null,
  isCurrentRun: true,
  timeZone: 'Europe/Stockholm',
}
const allDays = Array.from({ length: 30 }, (_, index) => index + 1)
const own = (overrides: Partial<OwnCertificateResponse>): OwnCertificateResponse => ({
  success: true,
  days: allDays,
  certificate,
  earlier: [],
  ...overrides,
})

beforeEach(() => useSession.setState({ session: { kind: 'user', user: maya } }))

function show(path: string) {
  const router = createMemoryRouter(
    [
      { path: '/certificate', Component: OwnCertificateScreen },
      { path: '/certificates/:code', Component: VerificationScreen },
    ],
    { initialEntries: [path] },
  )
  render(<RouterProvider router={router} />)
}

test('shows name, date in the time zone of the challenge, points and rank, and the address that verifies it', async () => {
  mockServer({ 'GET /api/certificates/:code': () => ({ success: true, certificate }) })
  show(`/certificates/${code}`)
  const sheet = await screen.findByRole('article', { name: 'Certificate of Maya Lindgren' })
  // It is the 4th in Stockholm.
  expect(within(sheet).getByText('Feb 4, 2026')).toBeTruthy()
  expect(within(sheet).getByText('187.5')).toBeTruthy()
  expect(within(sheet).getByText('of 128')).toBeTruthy()
  expect(within(sheet).getByRole('img', { name: /QR code/ })).toBeTruthy()
  expect(within(sheet).getByText(new RegExp(`/certificates/${code}$`))).toBeTruthy()
  expect(screen.getByText('This certificate is valid.')).toBeTruthy()
})

test('says no rank of somebody who has none', async () => {
  const unranked = { ...certificate, rank: null }
  mockServer({ 'GET /api/certificates/:code': () => ({ success: true, certificate: unranked }) })
  show(`/certificates/${code}`)
  await screen.findByText('187.5')
  expect(screen.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
    'Completed',
    'Points',
    'Run',
  ])
})

test('a certificate is pending review while one of the thirty projects is not approved', async () => {
  mockServer({
    'GET /api/certificates/:code': () => ({ success: true, certificate: { ...certificate, pending: 1 } }),
  })
  show(`/certificates/${code}`)
  expect(await screen.findByText('This certificate is pending review.')).toBeTruthy()
  expect(screen.getByText(/^1 of the 30 projects is not approved yet/)).toBeTruthy()
  expect(screen.getByText('Certificate, pending review')).toBeTruthy()
  expect(screen.queryByText('This certificate is valid.')).toBeNull()
})

test("the user's certificate says that it is pending review, too", async () => {
  mockServer({
    'GET /api/certificates/mine': () => own({ certificate: { ...certificate, pending: 2 } }),
  })
  show('/certificate')
  expect(await screen.findByText('This certificate is pending review.')).toBeTruthy()
  expect(screen.getByText(/^2 of the 30 projects are not approved yet/)).toBeTruthy()
})

test('says that a certificate ended, why, and where the later one is', async () => {
  const later = `${code.slice(0, 37)}A`
  const ended = { at: '2026-02-05T08:00:00.000Z', day: 9, reason: 'rejected' as const }
  mockServer({
    'GET /api/certificates/:code': () => ({
      success: true,
      certificate: { ...certificate, ended, replacedBy: later },
    }),
  })
  show(`/certificates/${code}`)
  expect(await screen.findByText('This certificate is no longer valid.')).toBeTruthy()
  expect(screen.getByText(/The project of day 9 was rejected on/)).toBeTruthy()
  const link = screen.getByRole('link', { name: 'Open the newer certificate' })
  expect(link.getAttribute('href')).toBe(`/certificates/${later}`)
  expect(screen.getByText('No longer valid')).toBeTruthy()
})

test('says that a certificate is of another run', async () => {
  const other = { ...certificate, isCurrentRun: false }
  mockServer({ 'GET /api/certificates/:code': () => ({ success: true, certificate: other }) })
  show(`/certificates/${code}`)
  expect(await screen.findByText(/It was issued in run 1, which has ended/)).toBeTruthy()
})

test('says plainly that a code is unknown, and offers a retry after a failure', async () => {
  const unknown = errorResponse(404, 'certificate-not-found', 'There is no certificate with this code')
  mockServer({ 'GET /api/certificates/:code': () => unknown })
  show('/certificates/forged')
  expect(await screen.findByRole('heading', { name: 'There is no certificate with this code' })).toBeTruthy()
  expect(screen.queryByText('This certificate is valid.')).toBeNull()
})

test('a failure can be retried', async () => {
  mockServer({ 'GET /api/certificates/:code': networkError })
  show(`/certificates/${code}`)
  const retry = await screen.findByRole('button', { name: 'Try Again' })
  mockServer({ 'GET /api/certificates/:code': () => ({ success: true, certificate }) })
  await userEvent.click(retry)
  expect(await screen.findByText('This certificate is valid.')).toBeTruthy()
})

test("the user's certificate is printed and shared, and leads to its public page", async () => {
  mockServer({ 'GET /api/certificates/mine': () => own({}) })
  const print = vi.fn<() => void>()
  vi.stubGlobal('print', print)
  show('/certificate')
  await userEvent.click(await screen.findByRole('button', { name: 'Print' }))
  expect(print).toHaveBeenCalledOnce()
  const link = screen.getByRole('link', { name: 'Open the public page' })
  expect(link.getAttribute('href')).toBe(`/certificates/${code}`)
})

test('without a certificate it says which days are missing, and follows the projects live', async () => {
  const days = allDays.filter((day) => day !== 4)
  mockServer({ 'GET /api/certificates/mine': () => own({ days, certificate: null }) })
  show('/certificate')
  expect(await screen.findByRole('heading', { name: '29 of 30 days' })).toBeTruthy()
  const missing = screen.getByRole('region', { name: 'Missing days' })
  expect(within(missing).getAllByRole('link')).toHaveLength(1)
  expect(within(missing).getByRole('link', { name: 'Day 4' })).toBeTruthy()
  mockServer({ 'GET /api/certificates/mine': () => own({}) })
  await emitFromServer('submission.changed', {
    position: '20',
    epoch: 'e1',
    at: certificate.completedAt,
    items: [],
  })
  expect(await screen.findByRole('article', { name: 'Certificate of Maya Lindgren' })).toBeTruthy()
})

test('lists the certificates of other runs, with dates in the time zone of the challenge', async () => {
  useCurrentDay.setState({ timeZone: 'Pacific/Kiritimati' })
  const earlier = [{ code, run: 1, completedAt: '2026-02-03T11:00:00.000Z' }]
  mockServer({ 'GET /api/certificates/mine': () => own({ days: [], certificate: null, earlier }) })
  show('/certificate')
  const link = await screen.findByRole('link', { name: /^Run 1, completed/ })
  expect(link.getAttribute('href')).toBe(`/certificates/${code}`)
  // It is the 4th on Kiritimati.
  expect(link.textContent).toBe('Run 1, completed Feb 4, 2026')
})

test('after a reset the certificate is listed under other runs at once', async () => {
  mockServer({ 'GET /api/certificates/mine': () => own({}) })
  show('/certificate')
  await screen.findByRole('article', { name: 'Certificate of Maya Lindgren' })
  const earlier = [{ code, run: 1, completedAt: certificate.completedAt }]
  mockServer({ 'GET /api/certificates/mine': () => own({ days: [], certificate: null, earlier }) })
  // The load that the first connection causes would find the reset, too.
  cancelResync()
  await emitFromServer('challenge.changed', {
    position: '30',
    run: 2,
    startsAt: null,
    frozenAt: null,
    frozen: false,
    day: 1,
    totalDays: 30,
    endsAt: null,
    ended: false,
    isEndSet: false,
    at: '2026-02-05T08:00:00.000Z',
    epoch: 'e2',
  })
  expect(await screen.findByRole('link', { name: /^Run 1, completed/ })).toBeTruthy()
  expect(screen.queryByRole('article')).toBeNull()
})
