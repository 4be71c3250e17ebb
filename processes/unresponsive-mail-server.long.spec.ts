import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createParticipant } from '../e2e/support/api.ts'
import { emailOf } from '../e2e/support/page-actions.ts'
import { startProductProcess } from '../e2e/support/product.ts'

// The test starts and stops a process.
vi.setConfig({ testTimeout: 60_000 })

test('an unresponsive mail server delays neither responses nor the shutdown', async () => {
  const silent = createServer(() => undefined).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  onTestFinished(() => void silent.close())
  // A server that listens on TCP has an address and a port.
  const { port } = silent.address() as AddressInfo
  const env = { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'Thirty <thirty@example.org>' }
  const product = await startProductProcess({ env })
  onTestFinished(() => product.remove())
  const email = emailOf('Ana Example')
  await createParticipant(product, 'Ana Example')
  const headers = { 'content-type': 'application/json' }
  const request = { method: 'POST', headers, body: JSON.stringify({ email }) }
  const before = performance.now()
  for (let count = 0; count < 10; count += 1)
    expect((await fetch(`${product.url}/api/auth/forgot-password`, request)).status).toBe(200)
  expect(performance.now() - before).toBeLessThan(5_000)
  expect(await product.stop()).toBe(0)
  expect(product.output()).toContain('an email could not be delivered; retrying')
  expect(product.output()).not.toContain(email)
  expect(product.output()).not.toMatch(/token=|did not close in time/)
})
