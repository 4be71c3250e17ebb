import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { createAdmin, createParticipant, createProject } from './support/api.ts'
import { test } from './support/product-fixtures.ts'
import { podiumPlace } from './support/page-actions.ts'
import type { Product } from './support/product.ts'

const cards = (page: Page) => page.getByRole('list', { name: 'Backups' }).getByRole('listitem')
const confirmRestore = (page: Page) => page.getByRole('alertdialog', { name: 'Confirm Restore' })

async function challengeWithTwoProjects(product: Product) {
  const maya = await createParticipant(product, 'Maya Lindgren')
  for (const day of [1, 2]) await createProject(product, maya, { projectName: `Tomato clock ${day}`, day })
  return maya
}

async function reset(page: Page): Promise<void> {
  await page.goto('/admin/settings')
  await page.getByRole('button', { name: 'Reset Challenge Data' }).click()
  const question = page.getByRole('alertdialog', {
    name: 'This will delete ALL challenge data (projects, points) but keep user accounts. Create backup first?',
  })
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await expect(question).toContainText(
    '2 projects by 1 participant with 10.0 points on average go into the backup.',
  )
  await question.getByLabel('Type RESET to confirm').fill('RESET')
  await question.getByRole('button', { name: 'Create backup and reset' }).click()
  await expect(page.getByText('Challenge reset successfully! Backup created.')).toBeVisible()
}

/** Presses the button of the open dialog, and waits until the page is loaded again. */
async function finishRestore(page: Page): Promise<void> {
  await confirmRestore(page).getByRole('button', { name: 'Yes, Restore Now' }).click()
  const alert = page.getByRole('alertdialog', { name: 'System restored' })
  await expect(alert).toContainText('System restored successfully! The page will now refresh.')
  const loaded = page.waitForEvent('load')
  await alert.getByRole('button', { name: 'OK' }).click()
  await loaded
  await expect(page.getByText(/^The backup was restored\./)).toBeVisible()
}

test('one admin resets the challenge, another one restores it and undoes that, and every screen follows', async ({
  product,
  openBrowser,
}) => {
  const maya = await openBrowser('Maya', { as: await challengeWithTwoProjects(product) })
  await maya.page.goto('/leaderboard')
  await expect(podiumPlace(maya.page, 1)).toContainText('Maya Lindgren')
  const { page: samuel } = await openBrowser('Samuel', { as: await createAdmin(product, 'Samuel Adeyemi') })
  await samuel.goto('/admin/version')
  await expect(samuel.getByText('No backups available yet')).toBeVisible()
  await expect(samuel.getByRole('button', { name: 'Live. Pause live updates' })).toBeVisible()

  const { page: ines } = await openBrowser('Ines', { as: await createAdmin(product, 'Ines Duarte') })
  await reset(ines)
  await expect(cards(samuel)).toHaveCount(1)
  await expect(cards(samuel).first()).toContainText(/Before reset.*by ines_duarte.*Projects2Users1/s)
  await expect(podiumPlace(maya.page, 1)).not.toContainText(/Maya Lindgren/)

  await ines.getByRole('link', { name: 'View Backup' }).click()
  const heading = ines.getByRole('heading', { level: 2, name: /^Before reset/ })
  await expect(heading).toBeFocused()
  await expect(cards(ines).first()).toContainText('Backup ID')

  // Both have the same dialog open; the second one is told that the first one was faster.
  await cards(ines)
    .first()
    .getByRole('button', { name: /^Restore/ })
    .click()
  await expect(confirmRestore(ines).getByRole('row', { name: /^Projects/ })).toContainText('2 more')
  await ines.keyboard.press('Escape')
  await ines.mouse.click(5, 5)
  await expect(confirmRestore(ines)).toBeVisible()
  await cards(samuel)
    .first()
    .getByRole('button', { name: /^Restore/ })
    .click()
  await expect(confirmRestore(samuel)).toContainText('1 person returns to the leaderboard')
  await expect(confirmRestore(samuel).getByRole('listitem').first()).toContainText('Maya Lindgren')
  await finishRestore(samuel)
  await expect(podiumPlace(maya.page, 1)).toContainText('Maya Lindgren')
  await expect(confirmRestore(ines)).toContainText(
    'The challenge was reset or restored while this dialog was open.',
  )
  await expect(confirmRestore(ines).getByRole('button', { name: 'Yes, Restore Now' })).toBeDisabled()
  await confirmRestore(ines).getByRole('button', { name: 'Cancel' }).click()
  await expect(cards(ines).filter({ hasText: 'Before restore' })).toHaveCount(1)

  await samuel.getByRole('button', { name: 'Undo' }).click()
  await expect(confirmRestore(samuel)).toContainText('1 person leaves the leaderboard')
  await finishRestore(samuel)
  await expect(podiumPlace(maya.page, 1)).not.toContainText(/Maya Lindgren/)
})

test('an admin makes a backup, exports it, deletes it and imports the file', async ({
  product,
  openBrowser,
}) => {
  await challengeWithTwoProjects(product)
  const { page } = await openBrowser('Ines', { as: await createAdmin(product, 'Ines Duarte') })
  await page.goto('/admin/version')
  await page.getByRole('button', { name: 'Create backup' }).first().click()
  const create = page.getByRole('dialog', { name: 'Create a backup' })
  await create.getByRole('textbox', { name: 'Name' }).fill('Half time')
  await create.getByRole('button', { name: 'Create backup' }).click()
  await expect(cards(page)).toHaveCount(1)

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export Half time' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^thirty-backup-.*\.ndjson\.gz$/)
  const path = await file.path()

  await page.getByRole('button', { name: 'Delete Half time' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No backups available yet')).toBeVisible()

  await page.getByRole('button', { name: 'Import' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import a backup' })
  await dialog.getByLabel('Backup file').setInputFiles({
    name: 'picture.ndjson.gz',
    mimeType: 'application/gzip',
    buffer: Buffer.from([0x1f, 0x8b, 1, 2, 3]),
  })
  await expect(dialog.getByRole('alert')).toContainText('Nothing was imported.')
  const answer = page.waitForResponse((response) => response.url().endsWith('/api/admin/backups/import'))
  await dialog.getByLabel('Backup file').setInputFiles(path)
  await expect(dialog.getByText('By this installation')).toBeVisible()
  await dialog.getByRole('button', { name: 'Import' }).click()
  expect((await answer).headers()['content-type']).toBe('application/x-ndjson')
  await expect(dialog.getByText('Half time is imported.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(cards(page).first()).toContainText(/Half time.*Imported.*Projects2/s)
})

test('a reset is undone from the settings @long', async ({ product, openBrowser }) => {
  await challengeWithTwoProjects(product)
  const { page } = await openBrowser('Ines', { as: await createAdmin(product, 'Ines Duarte') })
  await reset(page)
  await page.getByRole('button', { name: 'Undo' }).click()
  await finishRestore(page)
  await page.getByRole('button', { name: 'Reset Challenge Data' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('2 projects by 1 participant')
})
