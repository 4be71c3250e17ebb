import { expect } from '@playwright/test'
import { createProject, createParticipant } from './support/api.ts'
import { startProductProcess, type ProductProcess } from './support/product.ts'
import { test as base } from './support/product-fixtures.ts'
import {
  approveSubmission,
  submitProject,
  watchForReload,
  podiumPlace,
  rateWithFourStars,
  signUp,
  signUpAdmin,
  submissionRow,
} from './support/page-actions.ts'

const test = base.extend<{ product: ProductProcess }>({
  // Killing it must end nothing else.
  product: async ({ consoleGuard: _ }, provide) => {
    const product = await startProductProcess()
    await provide(product)
    await product.remove()
  },
})

test('acknowledged changes and sessions survive a crash', async ({ product, openBrowser }) => {
  // The product starts five times, which takes a busy machine more than a minute.
  test.setTimeout(120_000)
  const participant = await openBrowser('Maya Lindgren')
  const admin = await openBrowser('Ines Duarte')
  await signUp(participant)
  await product.kill()
  await product.start()

  // The participant submits without a new login: account and session have survived.
  await submitProject(participant, { projectName: 'Tomato clock', day: 1 })
  await product.kill()
  await product.start()

  await signUpAdmin(admin, product.adminKey)
  await admin.page.goto('/admin/submissions')
  await expect(submissionRow(admin.page, 'Tomato clock')).toContainText('Pending')
  await expect(admin.page.getByRole('img', { name: 'Screenshot of Tomato clock' }).first()).toHaveJSProperty(
    'complete',
    true,
  )
  await approveSubmission(admin, 'Tomato clock')
  await product.kill()
  await product.start()

  await admin.page.reload()
  await expect(submissionRow(admin.page, 'Tomato clock')).toContainText('Approved')
  await rateWithFourStars(admin, 'Tomato clock')
  // A moment after the rating the browser loads the next screen, which it could not load from a killed product.
  await expect(admin.page).toHaveURL(/\/admin\/users\/[^/]+\/projects$/)
  await product.kill()
  await product.start()

  await participant.page.goto('/leaderboard')
  await expect(podiumPlace(participant.page, 1)).toContainText('Maya Lindgren')
  await expect(podiumPlace(participant.page, 1)).toContainText('45.0 pts')
})

test('an open leaderboard reconnects after a crash and shows what has changed since', async ({
  product,
  openBrowser,
}) => {
  const watcher = await openBrowser('Jonas Lindqvist', {
    as: await createParticipant(product, 'Jonas Lindqvist'),
  })
  const kenji = await createParticipant(product, 'Kenji Watanabe')
  await createProject(product, kenji, { projectName: 'Pulse', day: 1 })
  await watcher.page.goto('/leaderboard')
  await expect(podiumPlace(watcher.page, 1)).toContainText('5.0 pts')
  await expect(watcher.page.getByRole('button', { name: /^Live\./ })).toBeVisible()
  const expectNoReload = await watchForReload(watcher.page)

  await product.kill()
  await expect(watcher.page.getByText('Reconnecting').first()).toBeVisible()
  // The browser stays offline while another participant continues.
  await watcher.context.setOffline(true)
  await product.start()
  const maya = await createParticipant(product, 'Maya Lindgren')
  for (const day of [1, 2]) await createProject(product, maya, { projectName: `Tomato clock ${day}`, day })
  await expect(podiumPlace(watcher.page, 1)).toContainText('Kenji Watanabe')

  await watcher.context.setOffline(false)
  await expect(podiumPlace(watcher.page, 1)).toContainText('Maya Lindgren')
  // Two projects, a streak of two, no quality yet.
  await expect(podiumPlace(watcher.page, 1)).toContainText('10.0 pts')
  await expect(watcher.page.getByRole('button', { name: /^Live\./ })).toBeVisible()
  await expectNoReload()
})
