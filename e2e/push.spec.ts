import { expect, type Page } from '@playwright/test'
import { findChromium, flagsForPlaywright } from '../scripts/prepare/programs.mjs'
import { createParticipant, createProject } from './support/api.ts'
import { test } from './support/product-fixtures.ts'

// The headless shell shows no notifications.
test.use({ launchOptions: { executablePath: findChromium() ?? '', args: flagsForPlaywright } })

/** Opens a page whose service worker is active. Returns a function that delivers a push message to the worker. */
async function openWithWorker(page: Page) {
  await page.context().grantPermissions(['notifications'])
  await page.goto('/leaderboard')
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
  const session = await page.context().newCDPSession(page)
  const { origin } = new URL(page.url())
  const registered = new Promise<string>((resolve) =>
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [registration] = registrations
      if (registration) resolve(registration.registrationId)
    }),
  )
  await session.send('ServiceWorker.enable')
  const registrationId = await registered
  return (data: string) => session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
}

const notifications = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    const shown = await registration.getNotifications()
    return shown.map(({ title, body, tag, data }) => ({ title, body, tag, data }))
  })

test('a push message is shown, a newer one replaces it, and a press opens its page in the open tab', async ({
  product,
  openBrowser,
}) => {
  const kenji = await createParticipant(product, 'Kenji Watanabe')
  const projectId = await createProject(product, kenji, { projectName: 'Pulse', day: 1 })
  const { page } = await openBrowser('Kenji Watanabe', { as: kenji, serviceWorkers: 'allow' })
  const deliver = await openWithWorker(page)
  const path = `/project/${projectId}`
  const message = { title: 'Your project was rated', body: 'Day 1', path, tag: 'rated' }
  await deliver(JSON.stringify({ ...message, body: 'Day 30' }))
  // The worker handles two messages at the same time, and may show the first one last.
  await expect.poll(() => notifications(page)).toMatchObject([{ body: 'Day 30' }])
  await deliver(JSON.stringify(message))
  await expect
    .poll(() => notifications(page))
    .toEqual([{ title: 'Your project was rated', body: 'Day 1', tag: 'rated', data: path }])

  const [worker] = page.context().serviceWorkers()
  if (worker === undefined) throw new Error('There is no service worker.')
  await worker.evaluate(async () => {
    // The types of the compiler describe a window.
    const scope = self as unknown as { registration: ServiceWorkerRegistration }
    const [notification] = await scope.registration.getNotifications()
    const Click = Reflect.get(self, 'NotificationEvent') as new (name: string, options: object) => Event
    self.dispatchEvent(new Click('notificationclick', { notification }))
  })
  await expect(page).toHaveURL(path)
  await expect(page.getByRole('heading', { level: 1, name: 'Pulse' })).toBeVisible()
  await expect.poll(() => notifications(page)).toEqual([])
  expect(page.context().pages()).toHaveLength(1)
})

test('the product shows its own message in place of one that cannot be read @long', async ({
  product,
  openBrowser,
}) => {
  const kenji = await createParticipant(product, 'Kenji Watanabe')
  const { page } = await openBrowser('Kenji Watanabe', { as: kenji, serviceWorkers: 'allow' })
  const deliver = await openWithWorker(page)
  await deliver('not JSON')
  await expect.poll(() => notifications(page)).toMatchObject([{ title: 'Thirty', data: '/dashboard' }])
})
