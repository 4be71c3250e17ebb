import { expect } from '@playwright/test'
import { createAdmin, createParticipant, createProject } from './support/api.ts'
import { approveSubmission, submissionRow } from './support/page-actions.ts'
import { test } from './support/product-fixtures.ts'
import type { Product } from './support/product.ts'

async function threeProjects(product: Product): Promise<void> {
  const maya = await createParticipant(product, 'Maya Lindgren')
  for (const [index, projectName] of ['First', 'Second', 'Third'].entries())
    await createProject(product, maya, { projectName, day: index + 1 })
}

test('an admin rejects three submissions while another admin approves one of them @long', async ({
  product,
  openBrowser,
}) => {
  await threeProjects(product)
  const ines = await openBrowser('Ines', { as: await createAdmin(product, 'Ines Duarte') })
  const tobias = await openBrowser('Tobias', { as: await createAdmin(product, 'Tobias Kern') })
  for (const { page } of [ines, tobias]) {
    await page.goto('/admin/submissions')
    await expect(page.getByRole('button', { name: 'Live. Pause live updates' })).toBeVisible()
  }
  const { page } = ines
  const bar = page.getByRole('group', { name: 'Selection' })
  await page.getByRole('button', { name: 'Third', exact: true }).focus()
  await page.keyboard.press('x')
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await expect(bar).toContainText('2 selected')
  await bar.getByRole('checkbox', { name: 'Select all shown' }).click()
  await expect(bar).toContainText('3 selected')

  await approveSubmission(tobias, 'Second')
  await expect(submissionRow(page, 'Second')).toContainText('Approved')
  await expect(bar).toContainText('3 selected')

  await bar.getByRole('button', { name: 'Reject selected' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reject 3 submissions?' })
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('The live link does not answer.')
  await dialog.getByRole('button', { name: 'Reject' }).click()
  await expect(page.getByText('2 rejected. 1 was already approved by Tobias Kern.')).toBeVisible()
  for (const browser of [ines, tobias]) {
    await expect(submissionRow(browser.page, 'First')).toContainText('Rejected')
    await expect(submissionRow(browser.page, 'Second')).toContainText('Approved')
    await expect(submissionRow(browser.page, 'Third')).toContainText('Rejected')
  }
  await expect(bar).toBeHidden()
})

test('several submissions are approved on a phone, with targets large enough for a finger @long', async ({
  product,
  openBrowser,
}) => {
  await threeProjects(product)
  const { page } = await openBrowser('Ines', {
    as: await createAdmin(product, 'Ines Duarte'),
    viewport: { width: 390, height: 844 },
    hasTouch: true,
  })
  await page.goto('/admin/submissions')
  const bar = page.getByRole('group', { name: 'Selection' })
  await page.getByRole('checkbox', { name: 'Select Third' }).tap()
  await page.getByRole('checkbox', { name: 'Select First' }).tap()
  await expect(bar).toContainText('2 selected')
  await expect(bar).toBeInViewport()
  const targets = [
    ...(await bar.getByRole('button').all()),
    ...(await page.locator('main label:has([type=checkbox]:not([role=switch]))').all()),
  ]
  for (const target of targets) {
    const box = await target.boundingBox()
    expect(box?.height, await target.innerText()).toBeGreaterThanOrEqual(44)
    expect(box?.width, await target.innerText()).toBeGreaterThanOrEqual(44)
  }
  await bar.getByRole('button', { name: 'Approve selected' }).tap()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Approve' }).tap()
  await expect(page.getByText('2 approved.')).toBeVisible()
  await expect(submissionRow(page, 'Second').getByRole('button', { name: 'Approve Second' })).toBeVisible()
  await expect(submissionRow(page, 'First').getByRole('link', { name: 'Rate Project' })).toBeVisible()
})
