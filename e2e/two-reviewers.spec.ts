import { expect } from '@playwright/test'
import { createAdmin, createParticipant, createProject } from './support/api.ts'
import { test } from './support/product-fixtures.ts'
import { submissionRow } from './support/page-actions.ts'

test('admins see what the others have open, and the next one to review leaves it out', async ({
  product,
  openBrowser,
}) => {
  const maya = await createParticipant(product, 'Maya Lindgren')
  const tally = await createProject(product, maya, { projectName: 'Tally', day: 1 })
  await createProject(product, maya, { projectName: 'Kanban', day: 2 })
  const first = await openBrowser('Ines', { as: await createAdmin(product, 'Ines Duarte') })
  const second = await openBrowser('Samuel', { as: await createAdmin(product, 'Samuel Adeyemi') })
  await second.page.goto('/admin/submissions?status=submitted')
  await expect(submissionRow(second.page, 'Tally')).toBeVisible()
  await first.page.goto(`/admin/submissions?status=submitted&project=${tally}`)

  const badge = submissionRow(second.page, 'Tally').getByText('Ines Duarte is reviewing')
  await expect(badge).toBeVisible()
  await expect(submissionRow(first.page, 'Tally').getByText('is reviewing')).toBeHidden()
  // N skips it: the only other submission is the selected one.
  await second.page.getByRole('button', { name: 'Longest waiting' }).click()
  await expect(second.page).toHaveURL(/sort=waiting/)
  await expect(second.page.getByRole('button', { name: 'Next to review' })).toBeVisible()

  await first.page.goto('/admin/health')
  await expect(badge).toBeHidden()
})

test('two admins rate one after the other, with the next unrated project of each @long', async ({
  product,
  openBrowser,
}) => {
  const maya = await createParticipant(product, 'Maya Lindgren')
  const tally = await createProject(product, maya, { projectName: 'Tally', day: 1 })
  const kanban = await createProject(product, maya, { projectName: 'Kanban', day: 2 })
  const ines = await openBrowser('Ines', { as: await createAdmin(product, 'Ines Duarte') })
  const samuel = await openBrowser('Samuel', { as: await createAdmin(product, 'Samuel Adeyemi') })
  await ines.page.goto(`/admin/rate-project/${tally}`)
  await samuel.page.goto(`/admin/rate-project/${tally}`)
  await expect(samuel.page.getByText('Ines Duarte has had this project open')).toBeVisible()
  for (const { page } of [ines, samuel]) {
    const stars = page.getByRole('radiogroup', { name: 'Design' })
    await stars.getByRole('radio', { name: '4 stars' }).check({ force: true })
    await page.getByRole('button', { name: 'Submit Rating' }).click()
  }
  const dialog = samuel.page.getByRole('alertdialog', { name: 'Another admin rated Tally' })
  await expect(dialog).toContainText('Ines Duarte rated it 0.8 out of 5')
  await dialog.getByRole('button', { name: 'Submit my rating too' }).click()
  await expect(samuel.page.getByText('Rating Submitted Successfully!')).toBeVisible()
  await samuel.page.keyboard.press('n')
  await expect(samuel.page).toHaveURL(`/admin/rate-project/${kanban}`)
})
