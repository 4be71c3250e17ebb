import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { openDialog, waitForStateHeading } from './screen.ts'
import type { Screen } from './screen.ts'

const at = '2026-03-02T08:00:00.000Z'
const webhook = {
  id: 'w1',
  address: 'https://hooks.example/services/T024/B8812/a-path-that-does-not-fit-into-one-line-of-a-phone',
  host: 'hooks.example',
  description: 'Team chat',
  types: ['project.submitted', 'project.rated'],
  isOn: true,
  turnedOff: null,
  createdAt: at,
  oldSecretUntil: null,
  failingSince: at,
  lastSuccessAt: at,
  lastTryAt: at,
  delivered: 1_204,
  failed: 3,
  waiting: 2,
}
const webhooks = [
  webhook,
  { ...webhook, id: 'w2', description: 'Statistics', failingSince: null, failed: 0, waiting: 0 },
  { ...webhook, id: 'w3', description: '', isOn: false, turnedOff: 'gone' },
]
const delivery = {
  id: 'msg_00000000000000001842_e0123456789ab',
  type: 'project.submitted',
  state: 'waiting',
  createdAt: at,
  tries: [{ at, durationMs: 210, status: 503, error: null, response: '<p>Service Unavailable</p>' }],
  tryCount: 1,
  nextTryAt: at,
  body: '{"type":"project.submitted","data":{"project":{"name":"Weather at a glance"}}}',
}
const deliveries = [
  delivery,
  { ...delivery, id: 'msg_2', type: 'project.rated', state: 'delivered', nextTryAt: null },
]

/** Answers with fixed webhooks and deliveries, because real ones need receivers. */
async function showWebhooks(page: Page): Promise<void> {
  await page.route('**/api/admin/webhooks', (route) =>
    route.fulfill({ json: { success: true, webhooks, at } }),
  )
  await page.route('**/api/admin/webhooks/*/deliveries', (route) =>
    route.fulfill({ json: { success: true, deliveries, total: deliveries.length } }),
  )
  const json = { success: true, position: '9', webhook: 'w1', secret: `whsec_${'A'.repeat(43)}=` }
  await page.route('**/api/admin/webhooks/w1/rotate', (route) => route.fulfill({ json }))
}

export const webhookScreens: Screen[] = [
  { name: 'webhooks, none', path: '/admin/webhooks', ready: waitForStateHeading('No webhooks yet') },
  { name: 'new webhook', path: '/admin/webhooks', ready: openDialog('Add webhook', 'dialog') },
  {
    name: 'webhooks, a delivery open',
    path: '/admin/webhooks',
    intercept: showWebhooks,
    ready: async (page) => {
      await waitForStateHeading('Team chat')(page)
      await page.getByRole('button', { name: 'Deliveries' }).first().click()
      await page.getByRole('button', { name: /^Project submitted/ }).click()
      await expect(page.getByRole('button', { name: 'Send again' })).toBeVisible()
    },
  },
  {
    name: 'webhook secret',
    path: '/admin/webhooks',
    intercept: showWebhooks,
    ready: async (page) => {
      await waitForStateHeading('Team chat')(page)
      await page
        .getByRole('button', { name: /^Replace the secret/ })
        .first()
        .click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Replace secret' }).click()
      await expect(page.getByRole('alertdialog', { name: 'Signing secret' })).toBeVisible()
    },
  },
]
