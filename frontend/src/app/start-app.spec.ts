// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { ines } from '../../testing/admin-fixtures.ts'
import { dropConnection } from '../../testing/fake-socket.ts'
import { mockServer } from '../../testing/mock-server.ts'
import { maya } from '../../testing/participant-fixtures.ts'
import { subscribe } from '../shared/live/live-socket.ts'
import { useSession } from '../shared/session/session.ts'
import { startApp } from './start-app.ts'

test('after a reconnect an admin learns of a role that changed while the socket was away', async () => {
  let role: 'reviewer' | 'viewer' = 'reviewer'
  const requests = mockServer({
    'GET /api/auth/me': () => ({
      success: true,
      user: { ...ines, role },
      stats: { rank: null, totalParticipants: 0 },
    }),
  })
  localStorage.setItem('adminToken', 'token')
  startApp()
  subscribe('team.changed', () => undefined)
  const currentRole = () => {
    const { session } = useSession.getState()
    return session.kind === 'admin' ? session.user.role : undefined
  }
  await vi.waitFor(() => expect(currentRole()).toBe('reviewer'))
  await vi.dynamicImportSettled()
  role = 'viewer'
  await dropConnection()
  await vi.waitFor(() => expect(currentRole()).toBe('viewer'))

  useSession.setState({ session: { kind: 'user', user: maya } })
  const before = requests.length
  await dropConnection()
  expect(requests.length).toBe(before)
})
