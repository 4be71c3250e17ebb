import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { createAdmin, createParticipant, createProject } from './support/api.ts'
import { submissionRow } from './support/page-actions.ts'
import { test } from './support/product-fixtures.ts'

const reason = (page: Page) => page.getByRole('textbox', { name: 'Reason' })
const openRejection = (page: Page, project: string) =>
  submissionRow(page, project)
    .getByRole('button', { name: `Reject ${project}` })
    .click()
const savedReasons = (page: Page) => page.getByRole('listbox', { name: 'Saved reasons' })

test('a reason that one admin saves is inserted by another, for one submission and for several at once @long', async ({
  product,
  openBrowser,
}) => {
  const maya = await createParticipant(product, 'Maya Lindgren')
  const ben = await createParticipant(product, 'Ben Okafor')
  await createProject(product, maya, { projectName: 'Tally', day: 1 })
  await createProject(product, maya, { projectName: 'Kanban', day: 2 })
  await createProject(product, ben, { projectName: 'Weather', day: 1 })
  const ines = await openBrowser('Ines', { as: await createAdmin(product, 'Ines Duarte') })
  const samuel = await openBrowser('Samuel', { as: await createAdmin(product, 'Samuel Adeyemi') })

  await samuel.page.goto('/admin/submissions')
  await openRejection(samuel.page, 'Kanban')
  await reason(samuel.page).press('Alt+ArrowDown')
  await expect(samuel.page.getByText('No saved reasons yet.')).toBeVisible()

  await ines.page.goto('/admin/submissions')
  await openRejection(ines.page, 'Tally')
  await reason(ines.page).fill('Maya Lindgren, the live link of Tally does not answer.')
  await ines.page.getByRole('button', { name: 'Save this reason' }).click()
  const dialog = ines.page.getByRole('dialog', { name: 'New saved reason' })
  await expect(dialog.getByRole('textbox', { name: 'Text' })).toHaveValue(
    '{name}, the live link of {project} does not answer.',
  )
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Dead link')
  await dialog.getByRole('textbox', { name: 'Title' }).press('Enter')
  await expect(dialog).toBeHidden()
  await ines.page.getByRole('button', { name: 'Reject', exact: true }).click()
  await expect(submissionRow(ines.page, 'Tally')).toContainText('Rejected')

  // Samuel's list was open all the time.
  const option = savedReasons(samuel.page).getByRole('option', { name: /^Dead link/ })
  await expect(option).toContainText('Used once')
  await samuel.page.keyboard.press('ArrowDown')
  await samuel.page.keyboard.press('Enter')
  await expect(reason(samuel.page)).toHaveValue('Maya Lindgren, the live link of Kanban does not answer.')
  await expect(reason(samuel.page)).toBeFocused()
  await samuel.page.keyboard.press('Escape')
  await expect(reason(samuel.page)).toBeHidden()

  for (const project of ['Kanban', 'Weather'])
    await samuel.page.getByRole('checkbox', { name: `Select ${project}` }).click()
  await samuel.page.getByRole('button', { name: 'Reject selected' }).click()
  await reason(samuel.page).press('Alt+ArrowDown')
  await expect(savedReasons(samuel.page).getByRole('option')).toHaveCount(1)
  await samuel.page.keyboard.press('Enter')
  await expect(reason(samuel.page)).toHaveValue('{name}, the live link of {project} does not answer.')
  await expect(samuel.page.getByText('are filled in for each submission')).toBeVisible()
  await samuel.page.getByRole('button', { name: 'Reject', exact: true }).click()
  await expect(samuel.page.getByText('2 rejected.')).toBeVisible()

  const participant = await openBrowser('Ben', { as: ben })
  await participant.page.goto('/ProjectList')
  await expect(
    participant.page.getByText('Ben Okafor, the live link of Weather does not answer.'),
  ).toBeVisible()
})

test('two admins edit the same saved text, and the second one decides @long', async ({
  product,
  openBrowser,
}) => {
  const ines = await openBrowser('Ines', { as: await createAdmin(product, 'Ines Duarte') })
  const samuel = await openBrowser('Samuel', { as: await createAdmin(product, 'Samuel Adeyemi') })
  const title = (page: Page) => page.getByRole('textbox', { name: 'Title' })
  const text = (page: Page) => page.getByRole('textbox', { name: 'Text' })
  for (const { page } of [ines, samuel]) {
    await page.goto('/admin/settings')
    await page.getByRole('button', { name: 'Manage saved texts' }).click()
  }
  await ines.page.getByRole('button', { name: /^Feedback/ }).click()
  await ines.page.getByRole('button', { name: 'New text' }).click()
  await title(ines.page).fill('Good start')
  await text(ines.page).fill('A good start, {name}.')
  await ines.page.getByRole('button', { name: 'Save', exact: true }).click()
  await samuel.page.getByRole('button', { name: /^Feedback/ }).click()
  for (const { page } of [ines, samuel]) await page.getByRole('button', { name: 'Edit Good start' }).click()
  await text(ines.page).fill('A very good start, {name}.')
  await ines.page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(ines.page.getByRole('dialog', { name: 'Edit saved feedback' })).toBeHidden()

  await text(samuel.page).fill('Nice, {name}.')
  await samuel.page.getByRole('button', { name: 'Save', exact: true }).click()
  const dialog = samuel.page.getByRole('dialog', { name: 'Edit saved feedback' })
  await expect(dialog.getByText(/^Ines Duarte changed this text/)).toBeVisible()
  await expect(dialog.getByText('A very good start, {name}.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Replace it with mine' }).click()
  await expect(dialog).toBeHidden()
  for (const { page } of [ines, samuel])
    await expect(page.getByRole('listitem').filter({ hasText: 'Good start' })).toContainText('Nice, {name}.')

  await samuel.page.getByRole('button', { name: 'New text' }).click()
  await title(samuel.page).fill('good START')
  await text(samuel.page).fill('Another one.')
  await samuel.page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(samuel.page.getByText('Another saved text has this title')).toBeVisible()
  await expect(text(samuel.page)).toHaveValue('Another one.')
  await samuel.page.getByRole('button', { name: 'Cancel' }).click()

  await samuel.page.getByRole('button', { name: 'Delete Good start' }).click()
  await samuel.page.getByRole('button', { name: 'Delete', exact: true }).click()
  for (const { page } of [ines, samuel]) await expect(page.getByText('No saved feedback yet.')).toBeVisible()
})

test('saved feedback is inserted into a rating, and survives a reset @long', async ({
  product,
  openBrowser,
}) => {
  const maya = await createParticipant(product, 'Maya Lindgren')
  const tally = await createProject(product, maya, { projectName: 'Tally', day: 1 })
  const { page } = await openBrowser('Ines', { as: await createAdmin(product, 'Ines Duarte') })
  await page.goto(`/admin/rate-project/${tally}`)
  const feedback = page.getByRole('textbox', { name: 'Feedback' })
  await feedback.fill('Reads well. Tests are missing.')
  await page.getByRole('button', { name: 'Save this feedback' }).click()
  await page.getByRole('textbox', { name: 'Title' }).fill('Tests missing')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await feedback.fill('')
  await page.getByRole('button', { name: 'Saved feedback' }).click()
  await page.getByRole('option', { name: /^Tests missing/ }).click()
  await expect(feedback).toHaveValue('Reads well. Tests are missing.')
  const stars = page.getByRole('radiogroup', { name: 'Design' })
  await stars.getByRole('radio', { name: '4 stars' }).check({ force: true })
  await page.getByRole('button', { name: 'Submit Rating' }).click()
  await expect(page.getByText('Rating Submitted Successfully!')).toBeVisible()

  await page.goto('/admin/settings')
  await page.getByRole('button', { name: 'Reset Challenge Data' }).click()
  await page.getByLabel('Type RESET to confirm').fill('RESET')
  await page.getByRole('button', { name: 'Create backup and reset' }).click()
  await expect(page.getByText('Challenge reset successfully! Backup created.')).toBeVisible()
  await expect(page.getByText('No reasons, 1 feedback text')).toBeVisible()
  await page.getByRole('button', { name: 'Manage saved texts' }).click()
  await page.getByRole('button', { name: /^Feedback/ }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Tests missing' })).toContainText('Used once')
})
