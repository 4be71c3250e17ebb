import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startProductProcess } from '../e2e/support/product.ts'

// The tests start and stop processes.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const [password, newPassword] = ['Correct-horse-7', 'Another-horse-8']
const ana = { fullName: 'Ana Example', username: 'ana', email: 'ana@example.org', password }

async function startWithClient() {
  const product = await startProductProcess()
  onTestFinished(() => product.remove())
  const post = async (path: string, body: unknown, token?: string) => {
    const response = await fetch(`${product.url}${path}`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    })
    // Every response of the product is a JSON object.
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }
  const me = async (token: string) =>
    (await fetch(`${product.url}/api/auth/me`, { headers: { Authorization: `Bearer ${token}` } })).status
  return { product, post, me }
}

test('a user who forgot the password gets an email whose link sets a new one', async () => {
  const { product, post, me } = await startWithClient()
  const outbox = join(product.dataDir, 'outbox')
  const mails = async () =>
    (await readdir(outbox).catch((): string[] => [])).filter((name) => /-password-.*\.eml$/.test(name))
  const signedUp = await post('/api/auth/signup', ana)
  const session = (signedUp.body['user'] as { token: string }).token
  expect(await me(session)).toBe(200)

  expect((await post('/api/auth/forgot-password', { email: ana.email })).status).toBe(200)
  await expect.poll(mails, { timeout: 10_000 }).toHaveLength(1)
  const file = join(outbox, (await mails())[0] ?? '')
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  const text = (await readFile(file, 'utf8')).replaceAll('=\r\n', '').replaceAll('=3D', '=')
  const link = new URL(/http:\/\/\S+\/reset-password\?token=[\w-]{43}/.exec(text)?.[0] ?? '')
  expect(link.origin).toBe(product.url)
  const token = link.searchParams.get('token') ?? ''

  // The page of the link sends no Referer header, which would contain the token.
  expect((await fetch(link)).headers.get('referrer-policy')).toBe('no-referrer')

  expect((await post('/api/auth/reset-password', { token, password: newPassword })).status).toBe(200)
  expect(await me(session)).toBe(401)
  expect((await post('/api/auth/login', { emailOrUsername: 'ana', password })).status).toBe(401)
  expect((await post('/api/auth/login', { emailOrUsername: 'ana', password: newPassword })).status).toBe(200)
  expect((await post('/api/auth/reset-password', { token, password: newPassword })).status).toBe(422)
  await expect.poll(mails, { timeout: 10_000 }).toHaveLength(2)
  const metrics = async () => (await fetch(`${product.url}/metrics`)).text()
  await expect.poll(metrics, { timeout: 10_000 }).toContain('thirty_mails_total{outcome="delivered"} 3')

  await product.stop()
  const printed = product.output()
  expect(printed).toContain(file)
  for (const secret of [token, password, newPassword, ana.email, session])
    expect(printed).not.toContain(secret)
})
