// @vitest-environment happy-dom
import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { fakePush } from '../../../../testing/fake-push.ts'
import { errorResponse, mockServer, type RouteHandler } from '../../../../testing/mock-server.ts'
import { maya } from '../../../../testing/participant-fixtures.ts'
import { renewPush } from '../../../shared/push/push.ts'
import { useSession } from '../../../shared/session/session.ts'
import { PushSwitch } from './profile-form.tsx'

const server: Record<string, RouteHandler> = {
  'GET /api/push': () => ({ success: true, publicKey: 'AQID' }),
  'PUT /api/push/subscription': () => ({ success: true }),
  'DELETE /api/push/subscription': () => ({ success: true }),
  'POST /api/auth/logout': () => ({ success: true, position: '1' }),
}
beforeEach(() => {
  localStorage.setItem('token', 'of-maya')
  useSession.setState({ session: { kind: 'user', user: maya } })
})

const Form = ({ initial }: { initial: boolean }) => {
  const [value, setValue] = useState(initial)
  return <PushSwitch name="push" value={value} onValueChange={setValue} />
}
const supportPush = (choice: Parameters<typeof fakePush>[0] = {}) => {
  const push = fakePush(choice)
  onTestFinished(push.remove)
  return push
}
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

test('says that the browser cannot show messages', async () => {
  render(<Form initial />)
  expect(await screen.findByText(/This browser can.t show push notifications/)).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})

test('says that the browser blocks messages, and does not ask', async () => {
  const { requestPermission } = supportPush({ permission: 'denied' })
  render(<Form initial />)
  expect(await screen.findByText(/This browser blocks notifications/)).toBeTruthy()
  await userEvent.click(screen.getByRole('switch', { name: /Push/ }))
  await userEvent.click(screen.getByRole('switch', { name: /Push/ }))
  expect(requestPermission).not.toHaveBeenCalled()
})

test('asks for permission after a press only, and subscribes', async () => {
  const requests = mockServer(server)
  const { requestPermission } = supportPush()
  render(<Form initial />)
  expect(await screen.findByText('Off in this browser.')).toBeTruthy()
  expect(requestPermission).not.toHaveBeenCalled()
  await press('Turn on in this browser')
  expect(await screen.findByText('On in this browser.')).toBeTruthy()
  const subscription = {
    endpoint: 'https://push.example/1',
    keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) },
  }
  expect(requests.at(-1)).toMatchObject({ method: 'PUT', path: '/api/push/subscription', body: subscription })
})

test('the switch asks when it is turned on', async () => {
  mockServer(server)
  const { requestPermission } = supportPush()
  render(<Form initial={false} />)
  await Promise.resolve()
  await userEvent.click(screen.getByRole('switch', { name: /Push/ }))
  expect(await screen.findByText('On in this browser.')).toBeTruthy()
  expect(requestPermission).toHaveBeenCalledOnce()
})

test('a refused permission is shown', async () => {
  supportPush({ answer: 'denied' })
  render(<Form initial />)
  await press('Turn on in this browser')
  expect(await screen.findByText(/This browser blocks notifications/)).toBeTruthy()
})

test('a failure is shown, and can be tried again', async () => {
  let isBusy = true
  const key = { success: true, publicKey: 'AQID' }
  mockServer({
    ...server,
    'GET /api/push': () => (isBusy ? errorResponse(503, 'unavailable', 'Busy') : key),
  })
  supportPush()
  render(<Form initial />)
  await press('Turn on in this browser')
  expect((await screen.findByRole('alert')).textContent).toBe(
    "Couldn't change push notifications in this browser. Try again.",
  )
  isBusy = false
  await press('Turn on in this browser')
  expect(await screen.findByText('On in this browser.')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a browser is turned off here and on the server', async () => {
  const requests = mockServer(server)
  const { unsubscribe } = supportPush()
  render(<Form initial />)
  await press('Turn on in this browser')
  // The same button, so that the focus stays.
  await waitFor(() =>
    expect(document.activeElement === screen.getByRole('button', { name: 'Turn off in this browser' })).toBe(
      true,
    ),
  )
  await press('Turn off in this browser')
  expect(await screen.findByText('Off in this browser.')).toBeTruthy()
  expect(requests.at(-1)).toMatchObject({ method: 'DELETE', body: { endpoint: 'https://push.example/1' } })
  expect(unsubscribe).toHaveBeenCalledOnce()
})

test('a new session of the same person takes the subscription over without asking', async () => {
  const requests = mockServer(server)
  const { subscribe, requestPermission } = supportPush()
  render(<Form initial />)
  await press('Turn on in this browser')
  await screen.findByText('On in this browser.')
  await renewPush()
  expect(requests.filter(({ method }) => method === 'PUT')).toHaveLength(2)
  expect(subscribe).toHaveBeenCalledOnce()
  expect(requestPermission).toHaveBeenCalledOnce()
})

test('a browser that nobody turned on is left alone', async () => {
  const requests = mockServer(server)
  const { subscribe } = supportPush({ permission: 'granted' })
  await renewPush()
  expect(subscribe).not.toHaveBeenCalled()
  expect(requests).toEqual([])
})

test('a logout ends the subscription, and so does another person who logs in', async () => {
  mockServer(server)
  const { unsubscribe } = supportPush()
  render(<Form initial />)
  await press('Turn on in this browser')
  await screen.findByText('On in this browser.')
  useSession.getState().logOut()
  await expect.poll(() => unsubscribe.mock.calls.length).toBe(1)

  useSession.setState({ session: { kind: 'user', user: maya } })
  await press('Turn off in this browser')
  await press('Turn on in this browser')
  await screen.findByText('On in this browser.')
  const before = unsubscribe.mock.calls.length
  useSession.setState({ session: { kind: 'user', user: { ...maya, _id: 'ben' } } })
  await renewPush()
  expect(unsubscribe.mock.calls.length).toBe(before + 1)
})
