import { createServer } from 'node:net'
import { listen } from '@thirty/infra/testing/listening.ts'
import { mailServer } from '@thirty/infra/testing/mail/mail-server.ts'
import { expect, onTestFinished, test } from 'vitest'
import { createParticipant } from '../e2e/support/api.ts'
import { emailOf } from '../e2e/support/page-actions.ts'
import { startProductProcess } from '../e2e/support/product.ts'

// The test starts and stops a process.

/** Starts the product with a mail server that never responds, and requests reset links. `port` is the port of the mail server. */
async function startWithSilentServer(links: number) {
  const silent = createServer(() => undefined)
  onTestFinished(() => void silent.close())
  const port = await listen(silent)
  const env = { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'Thirty <thirty@example.org>' }
  const product = await startProductProcess({ env })
  onTestFinished(() => product.remove())
  const email = emailOf('Ana Example')
  await createParticipant(product, 'Ana Example')
  const headers = { 'content-type': 'application/json' }
  const request = { method: 'POST', headers, body: JSON.stringify({ email }) }
  const before = performance.now()
  for (let count = 0; count < links; count += 1)
    expect((await fetch(`${product.url}/api/auth/forgot-password`, request)).status).toBe(200)
  expect(performance.now() - before).toBeLessThan(5_000)
  return { product, email, port, closeSilent: () => silent.close() }
}

test('an unresponsive mail server delays neither responses nor the shutdown', async () => {
  const { product, email } = await startWithSilentServer(10)
  expect(await product.stop()).toBe(0)
  expect(product.output()).toContain('an email could not be delivered; retrying')
  expect(product.output()).not.toContain(email)
  expect(product.output()).not.toMatch(/token=|did not close in time/)
})

test('emails that waited when the process was killed arrive once after its next start', async () => {
  const { product, email, port, closeSilent } = await startWithSilentServer(1)
  const waiting = async () => (await fetch(`${product.url}/metrics`)).text()
  await expect.poll(waiting, { timeout: 10_000 }).toMatch(/^thirty_mails_waiting 2$/m)
  await product.kill()
  closeSilent()
  const server = await mailServer({}, port)
  onTestFinished(server.close)
  await product.start()
  await expect.poll(() => server.recipients, { timeout: 10_000 }).toEqual([[email], [email]])
  await product.stop()
  await product.start()
  await expect.poll(waiting, { timeout: 10_000 }).toMatch(/^thirty_mails_waiting 0$/m)
  expect(server.recipients).toHaveLength(2)
})
