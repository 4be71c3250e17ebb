import { expect } from '@playwright/test'
import { test, withMotion } from './support/product-fixtures.ts'
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

test('a rating updates every open leaderboard and a submission every open admin list, without a reload', async ({
  product,
  openBrowser,
}) => {
  const admin = await openBrowser('Ines Duarte', withMotion)
  const rival = await openBrowser('Kenji Watanabe', withMotion)
  const participant = await openBrowser('Maya Lindgren', withMotion)
  const watcher = await openBrowser('Jonas Lindqvist', withMotion)
  const visitor = await openBrowser('Visitor', withMotion)

  await signUpAdmin(admin, product.adminKey)
  await signUp(rival)
  await submitProject(rival, { projectName: 'Pulse', day: 1 })

  await admin.page.goto('/admin/submissions')
  await expect(submissionRow(admin.page, 'Pulse')).toContainText('Pending')
  await signUp(watcher)
  await watcher.page.goto('/leaderboard')
  await expect(podiumPlace(watcher.page, 1)).toContainText('Kenji Watanabe')
  await expect(podiumPlace(watcher.page, 2)).toContainText('Open')
  await visitor.page.goto('/')
  const showcase = visitor.page.getByRole('region', { name: /^Leaderboard/ }).getByRole('listitem')
  await expect(showcase.nth(0)).toContainText('Kenji Watanabe')
  const expectNoAdminReload = await watchForReload(admin.page)
  const expectNoWatcherReload = await watchForReload(watcher.page)
  const expectNoVisitorReload = await watchForReload(visitor.page)

  await signUp(participant)
  await submitProject(participant, { projectName: 'Tomato clock', day: 1 })
  const places = participant.page.getByRole('navigation', { name: 'Main' })
  await places.getByRole('link', { name: 'Leaderboard' }).click()
  const expectNoParticipantReload = await watchForReload(participant.page)

  await admin.page.getByRole('button', { name: '1 new submission, show it' }).click()
  await expect(submissionRow(admin.page, 'Tomato clock')).toContainText('Pending')
  await expect(submissionRow(admin.page, 'Tomato clock')).toContainText('Maya Lindgren')
  await approveSubmission(admin, 'Tomato clock')

  // Both have 3 points for the project and 2 for a streak of one; earlier submissions win ties.
  for (const { page } of [watcher, participant]) {
    await expect(podiumPlace(page, 1)).toContainText('Kenji Watanabe')
    await expect(podiumPlace(page, 1)).toContainText('5.0 pts')
    await expect(podiumPlace(page, 2)).toContainText('Maya Lindgren')
    await expect(podiumPlace(page, 2)).toContainText('5.0 pts')
  }

  await expect(showcase.nth(1)).toContainText('Maya Lindgren')
  await rateWithFourStars(admin, 'Tomato clock')
  await expectNoAdminReload()

  for (const { page } of [watcher, participant]) {
    await expect(podiumPlace(page, 1)).toContainText('Maya Lindgren')
    // 3 for the project, 2 for a streak of one, 40.0 for quality 80.
    await expect(podiumPlace(page, 1)).toContainText('45.0 pts')
    await expect(podiumPlace(page, 2)).toContainText('Kenji Watanabe')
    await expect(podiumPlace(page, 2)).toContainText('5.0 pts')
  }
  await expect(showcase.nth(0)).toContainText('Maya Lindgren')
  await expect(showcase.nth(0)).toContainText('45.0')
  await expect(showcase.nth(1)).toContainText('Kenji Watanabe')
  await expectNoVisitorReload()
  await expectNoWatcherReload()
  await expectNoParticipantReload()
})
