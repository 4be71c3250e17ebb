// Admins review the list of submissions: by keys, at the same time as others, and from the bell.
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import {
  createProject,
  reviewProject,
  createParticipant,
  createAdmin,
  createThreeProjects,
} from './support/api.ts'
import { test } from './support/product-fixtures.ts'
import { approveSubmission, submissionRow } from './support/page-actions.ts'

const opener = (page: Page, projectName: string) =>
  submissionRow(page, projectName).getByRole('button', { name: projectName, exact: true })

test('the keys J, K, A and R move through the list and review submissions', async ({
  product,
  openBrowser,
}) => {
  await createThreeProjects(product)
  const { page } = await openBrowser('Ines', { as: await createAdmin(product, 'Ines Duarte') })
  await page.goto('/admin/submissions')
  await opener(page, 'Third').focus()
  await page.keyboard.press('j')
  await expect(opener(page, 'Second')).toBeFocused()
  await page.keyboard.press('j')
  await expect(opener(page, 'First')).toBeFocused()
  await page.keyboard.press('k')
  await expect(opener(page, 'Second')).toBeFocused()
  await expect(page.getByRole('complementary', { name: 'Preview' })).toContainText('Second')

  await page.keyboard.press('a')
  await expect(submissionRow(page, 'Second')).toContainText('Approved')
  await expect(opener(page, 'Second')).toBeFocused()

  await page.keyboard.press('j')
  await page.keyboard.press('r')
  const question = page.getByRole('dialog', { name: 'Reject First?' })
  await question.getByRole('textbox', { name: 'Reason' }).fill('The live link does not answer.')
  await question.getByRole('button', { name: 'Reject' }).click()
  await expect(question).toBeHidden()
  await expect(submissionRow(page, 'First')).toContainText('Rejected')
  await expect(opener(page, 'First')).toBeFocused()
  await expect(page.getByRole('complementary', { name: 'Preview' })).toContainText(
    'The live link does not answer.',
  )
})

test('keyboard shortcuts can be disabled @long', async ({ product, openBrowser }) => {
  await createThreeProjects(product)
  const { page } = await openBrowser('Ines', { as: await createAdmin(product, 'Ines Duarte') })
  await page.goto('/admin/submissions')
  await page.getByRole('switch', { name: 'Shortcuts' }).click()
  await opener(page, 'Third').focus()
  await page.keyboard.press('j')
  await page.keyboard.press('a')
  await expect(opener(page, 'Third')).toBeFocused()
  await expect(submissionRow(page, 'Third')).toContainText('Pending')
})

test('admins see each other’s reviews immediately @long', async ({ product, openBrowser }) => {
  await createThreeProjects(product)
  const ines = await openBrowser('Ines', { as: await createAdmin(product, 'Ines Duarte') })
  const samuel = await openBrowser('Samuel', { as: await createAdmin(product, 'Samuel Adeyemi') })
  for (const { page } of [ines, samuel]) {
    await page.goto('/admin/submissions')
    await expect(page.getByRole('button', { name: 'Live. Pause live updates' })).toBeVisible()
  }
  await expect(submissionRow(samuel.page, 'Second')).toContainText('Pending')
  await approveSubmission(ines, 'Second')
  await expect(submissionRow(samuel.page, 'Second')).toContainText('Approved')
  await expect(submissionRow(samuel.page, 'Second').getByRole('link', { name: 'Rate Project' })).toBeVisible()
})

test('an admin who reviews too late gets a message and the current status @long', async ({
  product,
  openBrowser,
}) => {
  const { second } = await createThreeProjects(product)
  const ines = await createAdmin(product, 'Ines Duarte')
  const { page } = await openBrowser('Samuel', { as: await createAdmin(product, 'Samuel Adeyemi') })
  await page.goto('/admin/submissions')
  await page.getByRole('button', { name: 'Live. Pause live updates' }).click()
  await reviewProject(product, ines, second, { status: 'rejected', reason: 'No picture of the clock.' })

  await submissionRow(page, 'Second').getByRole('button', { name: 'Approve Second' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Second was reviewed in the meantime' })
  await expect(dialog).toContainText('Ines Duarte rejected it')
  await expect(dialog).toContainText('No picture of the clock.')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(submissionRow(page, 'Second')).toContainText('Rejected')
  await expect(submissionRow(page, 'Second').getByRole('button', { name: 'Approve Second' })).toBeHidden()
})

test('the bell shows the live number of pending submissions and opens the list', async ({
  product,
  openBrowser,
}) => {
  const maya = await createParticipant(product, 'Maya Lindgren')
  const ines = await createAdmin(product, 'Ines Duarte')
  const first = await createProject(product, maya, { projectName: 'First', day: 1 })
  const { page } = await openBrowser('Ines', { as: ines })
  await page.goto('/admin/settings')
  await expect(page.getByRole('button', { name: '1 submission waiting for review' })).toBeVisible()
  await createProject(product, maya, { projectName: 'Second', day: 2 })
  await expect(page.getByRole('button', { name: '2 submissions waiting for review' })).toBeVisible()
  await reviewProject(product, ines, first, { status: 'approved' })
  await page.getByRole('button', { name: '1 submission waiting for review' }).click()
  await expect(page).toHaveURL('/admin/submissions?status=submitted')
  await expect(submissionRow(page, 'Second')).toBeVisible()
  await expect(submissionRow(page, 'First')).toBeHidden()
})
