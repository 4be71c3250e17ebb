import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import {
  createAdmin,
  createDiscussion,
  createParticipant,
  createProject,
  reviewProject,
} from './support/api.ts'
import { logIn, password, usernameOf } from './support/page-actions.ts'
import { test } from './support/product-fixtures.ts'

const box = (page: Page, name: string) => page.getByRole('textbox', { name })
const stars = (page: Page, name: string) => page.getByRole('radiogroup', { name, exact: true })
const fourStars = (page: Page, name: string) => stars(page, name).getByRole('radio', { name: '4 stars' })

/** Ends the session of a page, as a changed password does, and logs the same person in again. */
async function loseSessionAndLogIn(page: Page, token: 'token' | 'adminToken', name: string): Promise<void> {
  await page.evaluate((key) => localStorage.setItem(key, 'ended'), token)
  await page.reload()
  await expect(page).toHaveURL(/login$/)
  await logIn(page, usernameOf(name), password)
}

test('comments, ratings and replies stand in their fields after the session has ended and the person has logged in again @long', async ({
  product,
  openBrowser,
}) => {
  const admin = await createAdmin(product, 'Ines Duarte')
  const kenji = await createParticipant(product, 'Kenji Watanabe')
  const project = await createProject(product, kenji, { projectName: 'Pulse', day: 1 })
  await reviewProject(product, admin, project, { status: 'approved' })
  const discussion = await createDiscussion(product, kenji, 'How do you test?')
  const { page } = await openBrowser('Maya', { as: await createParticipant(product, 'Maya Lindgren') })

  await page.goto(`/project/${project}`)
  await fourStars(page, 'Design').check({ force: true })
  await box(page, 'Comment').first().fill('Clear colors.')
  await box(page, 'Your comment').fill('How long did it take?')
  await loseSessionAndLogIn(page, 'token', 'Maya Lindgren')
  await expect(page).toHaveURL(`/project/${project}`)
  await expect(box(page, 'Your comment')).toHaveValue('How long did it take?')
  await expect(box(page, 'Comment').first()).toHaveValue('Clear colors.')
  await expect(fourStars(page, 'Design')).toBeChecked()

  await page.getByRole('navigation').getByRole('link', { name: 'Leaderboard' }).first().click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL('/leaderboard')
  await expect(page.getByRole('heading', { name: 'Leaderboard', level: 1 })).toBeVisible()
  await page.goBack()
  await expect(box(page, 'Comment').first()).toHaveValue('Clear colors.')

  await page.goto(`/community?tab=discussions&discussion=${discussion}`)
  await box(page, 'Your reply').fill('With the keyboard.')
  await page.reload()
  await expect(box(page, 'Your reply')).toHaveValue('With the keyboard.')
})

test('feedback, stars and the reason of a rejection stand in their fields after the session of an admin has ended @long', async ({
  product,
  openBrowser,
}) => {
  const admin = await createAdmin(product, 'Ines Duarte')
  const kenji = await createParticipant(product, 'Kenji Watanabe')
  const project = await createProject(product, kenji, { projectName: 'Pulse', day: 1 })
  const { page } = await openBrowser('Ines', { as: admin })

  await page.goto(`/admin/rate-project/${project}`)
  await fourStars(page, 'Design').check({ force: true })
  await box(page, 'Feedback').fill('Clean state handling.')
  await loseSessionAndLogIn(page, 'adminToken', 'Ines Duarte')
  await expect(box(page, 'Feedback')).toHaveValue('Clean state handling.')
  await expect(fourStars(page, 'Design')).toBeChecked()

  await page.goto('/admin/submissions')
  const reject = page.getByRole('list', { name: 'Submissions' }).getByRole('button', { name: 'Reject Pulse' })
  await reject.click()
  await box(page, 'Reason').fill('The live link is dead.')
  await page.reload()
  await reject.click()
  await expect(box(page, 'Reason')).toHaveValue('The live link is dead.')
  await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
