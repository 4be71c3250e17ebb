import type { AdminRole } from '@thirty/contracts/team/admin-roles.ts'
import { createWebhooksApp } from '@thirty/command-api/testing/webhooks-app.ts'
import { appForEach } from '@thirty/command-api/testing/app-of-specs.ts'
import { expect, test } from 'vitest'

const app = appForEach(() => createWebhooksApp())

/** Adds an admin, by default an owner. The id is also the name. */
async function addAdmin(id: string, { role, language }: { role?: AdminRole; language?: string } = {}) {
  await app.register(id, { fullName: id, username: id, language, ...(role && { adminRole: role }) })
  await app.append('admins', 'AdminJoined', { user: id, ...(role && { role }) })
}

test('admins who manage webhooks get an email when one is turned off, in their language, and nobody else', async () => {
  await addAdmin('olga')
  await addAdmin('otto', { role: 'organiser', language: 'de' })
  await addAdmin('rita', { role: 'reviewer' })
  await addAdmin('vera', { role: 'viewer' })
  await addAdmin('dora', { role: 'organiser' })
  await app.append('admins', 'AdminRoleChanged', { user: 'dora', from: 'organiser', to: 'reviewer' })
  await addAdmin('ines', { role: 'organiser' })
  await app.append('user-ines', 'UserStatusChanged', { status: 'inactive' })
  const { receiver } = await app.webhook()
  await app.startDelivering()
  receiver.answers = [410]
  await app.submit(1)
  await app.until(() => app.sent.map(({ to }) => to), ['olga@example.org', 'otto@example.org'])
  const [english, german] = app.sent
  expect(english).toMatchObject({ kind: 'webhook-turned-off', language: 'en' })
  const { host } = new URL(receiver.address)
  expect(english?.subject).toBe(`The webhook to ${host} was turned off`)
  expect(english?.text).toContain('because its receiver responded with 410 (gone)')
  expect(english?.text).toContain('https://thirty.example/admin/webhooks')
  expect(german).toMatchObject({ language: 'de', subject: `Der Webhook an ${host} wurde abgeschaltet` })
  expect(german?.text).toContain('weil der Empfänger mit 410 (nicht mehr vorhanden) geantwortet hat')
  // The rest of the address may hold a token.
  expect(JSON.stringify(app.sent)).not.toContain('of-the-receiver')
  expect(app.errors).toEqual([])
})

test('the email says that all deliveries failed, and names the webhook by its description', async () => {
  await addAdmin('olga')
  const { receiver, id } = await app.webhook()
  await app.call('PUT', `/${id}`, { description: 'Chat of the jury' })
  const first = await app.startDelivering()
  receiver.answers = [500]
  await app.submit(1)
  await app.until(async () => (await app.webhooks())[0]?.failingSince !== null, true)
  await first.stop()
  await app.scheduler.advance(5 * 86_400_000)
  app.deliver()
  await app.submit(2)
  await app.until(() => app.sent.length, 1)
  expect(app.sent[0]?.text).toContain(
    `The webhook Chat of the jury (${new URL(receiver.address).host}) was turned off`,
  )
  expect(app.sent[0]?.text).toContain('because all deliveries failed for 5 days')
})
