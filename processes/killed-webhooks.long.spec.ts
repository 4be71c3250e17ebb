import { startFakeReceiver } from '@thirty/infra/testing/webhooks/fake-receiver.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startProductProcess } from '../e2e/support/product.ts'

// The test starts, kills and restarts a process.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

test('a server that is killed sends what it owes after the next start, with the same id', async () => {
  const receiver = await startFakeReceiver()
  onTestFinished(() => receiver.close())
  const product = await startProductProcess({ env: { WEBHOOK_PRIVATE_ADDRESSES: 'on' } })
  onTestFinished(product.remove)
  const call = async (method: string, path: string, { body, token }: { body?: object; token?: string }) => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
    const response = await fetch(`${product.url}${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    })
    return response.json()
  }
  const account = (name: string) => ({
    fullName: name,
    username: name,
    email: `${name}@people.example`,
    password: 'Correct-horse-7',
  })
  const body = { ...account('adalove'), adminKey: product.adminKey }
  const { user } = (await call('POST', '/api/auth/admin-signup', { body })) as { user: { token: string } }
  const settings = { address: receiver.address, types: ['participant.joined'] }
  await call('POST', '/api/admin/webhooks', { body: settings, token: user.token })
  // The receiver never answers, so the delivery is under way when the server is killed.
  receiver.answers = [() => undefined, 204]
  await call('POST', '/api/auth/signup', { body: account('first') })
  await expect.poll(() => receiver.received.length, { timeout: 20_000 }).toBe(1)
  await call('POST', '/api/auth/signup', { body: account('second') })
  await product.kill()
  await product.start()
  await expect.poll(() => receiver.received.length, { timeout: 30_000 }).toBe(3)
  const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
  expect(ids[1]).toBe(ids[0])
  expect(ids[2]).not.toBe(ids[0])
  const names = receiver.received.map(({ body: sent }) => /"name":"(\w+)"/.exec(sent)?.[1])
  expect(names).toEqual(['first', 'first', 'second'])
})
