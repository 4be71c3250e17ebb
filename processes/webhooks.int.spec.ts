import { webhookEndpoints, webhookSecretResponse } from '@thirty/contracts/webhooks/api.ts'
import { appForEach } from '@thirty/command-api/testing/app-of-specs.ts'
import { sealing } from '@thirty/infra/sealed-text.ts'
import { startFakeReceiver } from '@thirty/infra/testing/webhooks/fake-receiver.ts'
import { verifyWebhook } from '@thirty/infra/testing/webhooks/verify-webhook.ts'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { findInFiles } from './testing/personal-data.ts'
import { productOfTest, type Person, type TestProduct } from './testing/product.ts'

const privateAddresses = { WEBHOOK_PRIVATE_ADDRESSES: 'on' }

const receiver = appForEach(startFakeReceiver)

const createWebhook = async ({ send }: TestProduct, admin: Person, address: string) =>
  webhookSecretResponse.parse(
    await send(admin, 'POST /api/admin/webhooks', { address, types: ['project.submitted'] }),
  )

const deliveriesOf = async ({ send }: TestProduct, admin: Person, webhook: string) =>
  webhookEndpoints.deliveries.response.parse(
    await send(admin, `GET /api/admin/webhooks/${webhook}/deliveries`),
  ).deliveries

test('a submission reaches the receiver, signed, and the log, the files and the responses keep the secret', async () => {
  const product = await productOfTest(privateAddresses)
  const [admin, participant] = [await product.admin(), await product.participant()]
  const { webhook, secret } = await createWebhook(product, admin, receiver.address)
  await product.submitProject(participant)
  await expect.poll(() => receiver.received.length, { timeout: 20_000 }).toBe(1)
  const [received] = receiver.received
  if (received === undefined) throw new Error('Nothing was received.')
  const { body } = received
  const payload = verifyWebhook(secret, received)
  const data = { project: { participant: { id: participant.id } } }
  expect(payload).toMatchObject({ type: 'project.submitted', data })
  expect(body).not.toContain(participant.email)
  const states = async () => (await deliveriesOf(product, admin, webhook)).map(({ state }) => state)
  await expect.poll(states).toEqual(['delivered'])
  const list = await product.answer(admin, 'GET /api/admin/webhooks')
  expect(list.json).toMatchObject({ webhooks: [{ address: receiver.address, delivered: 1 }] })
  const audit = await product.answer(admin, 'GET /api/admin/audit')
  for (const { text } of [list, audit]) expect(text).not.toContain(secret)
  expect(audit.text).not.toContain('of-the-receiver')
  const secrets = [secret, secret.replace('whsec_', ''), 'of-the-receiver']
  expect(await findInFiles(product.folder, secrets)).toEqual([])
  // Every release has to read what an earlier one has encrypted.
  const { log, reservationKey } = product.core
  const [event] = (await Array.fromAsync(log.read('webhooks'))).flat()
  const { address } = z.object({ address: z.string() }).parse(event?.data)
  expect(sealing(reservationKey, 'webhooks').unseal(address, `address ${webhook}`)).toBe(receiver.address)
})

test('an installation in production accepts no address without TLS', async () => {
  const product = await productOfTest({
    NODE_ENV: 'production',
    RATE_LIMIT: 'on',
    PUBLIC_URL: 'https://thirty.example',
  })
  const admin = await product.admin()
  const body = { address: 'http://receiver.example/', types: ['project.submitted'] }
  const json = { errors: { address: expect.stringContaining('https://') } }
  const refused = await product.answer(admin, 'POST /api/admin/webhooks', body)
  expect(refused).toMatchObject({ status: 422, json })
  await createWebhook(product, admin, 'https://receiver.example/')
})

test('an installation that does not allow it contacts no private network', async () => {
  const product = await productOfTest()
  const admin = await product.admin()
  const body = { address: receiver.address, types: ['project.submitted'] }
  const json = { errors: { address: 'The address must be a public domain name' } }
  const refused = await product.answer(admin, 'POST /api/admin/webhooks', body)
  expect(refused).toMatchObject({ status: 422, json })
  // The resolver answers with this machine for every name below localhost.
  const { port } = new URL(receiver.address)
  const created = await createWebhook(product, admin, `http://a.localhost:${port}/`)
  await product.send(admin, `POST /api/admin/webhooks/${created.webhook}/ping`)
  const error = async () => (await deliveriesOf(product, admin, created.webhook))[0]?.tries[0]?.error
  await expect.poll(error, { timeout: 20_000 }).toMatch(/^(not-public|name)$/)
  expect(receiver.received).toEqual([])
})
