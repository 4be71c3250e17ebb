import { expect } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'
import { startFakeReceiver, type FakeReceiver } from '@thirty/infra/testing/webhooks/fake-receiver.ts'
import { verifyWebhook } from '@thirty/infra/testing/webhooks/verify-webhook.ts'
import { createAdmin, createParticipant, createProject } from './support/api.ts'
import { startHostedProduct } from './support/product.ts'
import { test as base } from './support/product-fixtures.ts'

const test = base.extend<{ receiver: FakeReceiver }>({
  // A receiver on this machine.
  product: async ({ productHost }, provide) => {
    const product = await startHostedProduct(productHost, { env: { WEBHOOK_PRIVATE_ADDRESSES: 'on' } })
    await provide(product)
    await product.remove()
  },
  receiver: async ({ consoleGuard: _ }, provide) => {
    const receiver = await startFakeReceiver()
    await provide(receiver)
    await receiver.close()
  },
})

/** Creates a webhook on the screen and returns the secret that it shows. */
async function addWebhook(page: Page, address: string): Promise<string> {
  await page.getByRole('button', { name: 'Add webhook' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a webhook' })
  await dialog.getByLabel('Address').fill(address)
  await dialog.getByLabel('Description').fill('Team chat')
  await dialog.getByRole('button', { name: 'Add webhook' }).click()
  const shown = page.getByRole('alertdialog', { name: 'Signing secret' })
  const secret = await shown.getByLabel('Secret').inputValue()
  await shown.getByRole('button', { name: 'Done' }).click()
  await expect(shown).toBeHidden()
  return secret
}

/** Verifies a message as receivers do and returns it. Throws if its signature does not fit. */
function verified(secret: string, message: FakeReceiver['received'][number] | undefined): unknown {
  if (message === undefined) throw new Error('Nothing was received.')
  return verifyWebhook(secret, message)
}

const rowOf = (log: Locator, type: string) => log.getByRole('listitem').filter({ hasText: type }).first()

test('an admin adds a webhook, tests it, follows its deliveries, and sends a failed one again', async ({
  product,
  receiver,
  openBrowser,
}) => {
  const ines = await createAdmin(product, 'Ines Duarte')
  const maya = await createParticipant(product, 'Maya Lindgren')
  const { page } = await openBrowser('Ines', { as: ines })
  await page.goto('/admin/settings')
  await page.getByRole('link', { name: 'Manage webhooks' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Webhooks' })).toBeVisible()
  const { page: other } = await openBrowser('Samuel', { as: await createAdmin(product, 'Samuel Osei') })
  await other.goto('/admin/webhooks')
  await expect(other.getByText('No webhooks yet')).toBeVisible()

  const secret = await addWebhook(page, receiver.address)
  const card = page.getByRole('list', { name: 'Webhooks' }).getByRole('listitem').first()
  await card.getByRole('button', { name: 'Send test event' }).click()
  await expect.poll(() => receiver.received.length, { timeout: 20_000 }).toBe(1)
  expect(verified(secret, receiver.received[0])).toMatchObject({ type: 'ping' })
  const log = page.getByRole('region', { name: /^Deliveries to/ })
  await expect(rowOf(log, 'ping')).toContainText('Delivered')
  await expect(card.getByText('Healthy')).toBeVisible()
  // The screen of the other admin follows.
  await expect(other.getByText('Healthy')).toBeVisible()

  await createProject(product, maya, { projectName: 'Tomato clock', day: 1 })
  await expect.poll(() => receiver.received.length, { timeout: 20_000 }).toBe(2)
  expect(verified(secret, receiver.received[1])).toMatchObject({
    type: 'project.submitted',
    data: { project: { name: 'Tomato clock', day: 1, participant: { id: maya._id, name: 'Maya Lindgren' } } },
  })

  receiver.answers = [(response) => void response.writeHead(400).end('<b>no such channel</b>')]
  await createProject(product, maya, { projectName: 'Petty cash', day: 2 })
  await expect(card.getByText('Failing')).toBeVisible({ timeout: 20_000 })
  const failed = rowOf(log, 'Retrying')
  await failed.getByRole('button').first().click()
  await expect(failed.getByText('<b>no such channel</b>').first()).toBeVisible()
  await expect(failed.getByRole('region', { name: 'Payload' })).toContainText('Petty cash')
  receiver.answers = [204]
  await log.getByRole('button', { name: 'Send again' }).click()
  await expect(card.getByText('Healthy')).toBeVisible({ timeout: 20_000 })
  const last = receiver.received.at(-1)
  expect(verified(secret, last)).toMatchObject({ data: { project: { name: 'Petty cash' } } })
  expect(last?.headers['webhook-id']).toBe(receiver.received[2]?.headers['webhook-id'])
})

test('an admin turns a webhook off and deletes it, and the audit tells of it without the address @long', async ({
  product,
  receiver,
  openBrowser,
}) => {
  const { page } = await openBrowser('Ines', { as: await createAdmin(product, 'Ines Duarte') })
  await page.goto('/admin/webhooks')
  await addWebhook(page, receiver.address)
  const { host } = new URL(receiver.address)
  await page.getByRole('button', { name: `Edit the webhook to ${host}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit webhook' })
  await dialog.getByRole('switch', { name: /^Active/ }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('list', { name: 'Webhooks' }).getByText('Off', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: `Delete the webhook to ${host}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No webhooks yet')).toBeVisible()
  await page.goto('/admin/audit?kind=webhook')
  const entries = page.getByRole('list', { name: 'Audit' })
  for (const what of ['created', 'changed', 'deleted'])
    await expect(entries.getByText(`${what} the webhook to ${host}`)).toBeVisible()
  await expect(entries).not.toContainText('of-the-receiver')
  expect(receiver.received).toEqual([])
})
