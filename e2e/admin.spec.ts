import { expect } from '@playwright/test'
import {
  createProject,
  reviewProject,
  createParticipant,
  createAdmin,
  createThreeProjects,
  startChallenge,
} from './support/api.ts'
import { test } from './support/product-fixtures.ts'
import { submissionRow } from './support/page-actions.ts'

test('an admin finds a participant without typing the accent, finds a project, and opens both', async ({
  product,
  openBrowser,
}) => {
  const chloe = await createParticipant(product, 'Chloé Bernard')
  const quickShow = await createProject(product, chloe, { projectName: 'Quick show', day: 1 })
  const maya = await createParticipant(product, 'Maya Lindgren')
  await createProject(product, maya, { projectName: 'Tally', day: 1 })
  const { page } = await openBrowser('Ines', { as: await createAdmin(product, 'Ines Duarte') })
  await page.goto('/admin/settings')
  await expect(page.getByText('Fixed Duration: 30 Days')).toBeVisible()

  await page.keyboard.press('/')
  const box = page.getByRole('combobox', { name: 'Search participants and projects' })
  await expect(box).toBeFocused()
  await page.keyboard.type('chloe b')
  const person = page.getByRole('group', { name: 'Participants' }).getByRole('option')
  await expect(person).toHaveText(/Chloé Bernard.*chlo_bernard@example\.org/)
  await expect(page.getByText('1 participant and 1 project found')).toBeAttached()
  await page.keyboard.press('ArrowDown')
  await expect(person).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/admin/submissions?user=${chloe._id}`)
  await expect(page.getByText('Showing submissions by Chloé Bernard')).toBeVisible()
  await expect(page.getByRole('listbox')).toBeHidden()
  await expect(submissionRow(page, 'Quick show')).toBeVisible()
  await expect(submissionRow(page, 'Tally')).toBeHidden()

  await box.fill('quick')
  const project = page.getByRole('group', { name: 'Projects' }).getByRole('option')
  await expect(project).toHaveText(/Quick show.*Chloé Bernard.*Pending/)
  await project.click()
  await expect(page).toHaveURL(`/admin/rate-project/${quickShow}`)
  // The list stays until the screen of the project is there, and has the same name in it.
  await expect(page.locator('h1:focus, h2:focus')).toHaveText('Quick show')
  await expect(box).toHaveValue('')
})

test('on a phone an admin can search in the menu by touch @long', async ({ product, openBrowser }) => {
  const { second } = await createThreeProjects(product)
  const { page } = await openBrowser('Ines', {
    as: await createAdmin(product, 'Ines Duarte'),
    viewport: { width: 390, height: 844 },
    hasTouch: true,
  })
  await page.goto('/admin/settings')
  await page.getByRole('button', { name: 'Menu' }).tap()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await menu.getByRole('combobox', { name: 'Search participants and projects' }).tap()
  await page.keyboard.type('sec')
  await menu.getByRole('option', { name: /^Second/ }).tap()
  await expect(page).toHaveURL(`/admin/rate-project/${second}`)
  await expect(menu).toBeHidden()
})

test('an admin deactivates a user, who is logged out, and activates the account again', async ({
  product,
  openBrowser,
}) => {
  const maya = await createParticipant(product, 'Maya Lindgren')
  await createProject(product, maya, { projectName: 'Tally', day: 1 })
  const participant = await openBrowser('Maya', { as: maya })
  await participant.page.goto('/dashboard')
  const { page } = await openBrowser('Ines', { as: await createAdmin(product, 'Ines Duarte') })
  await page.goto('/admin/leaderboard')
  await page.getByRole('link', { name: 'Users' }).click()
  await expect(page.getByText('2 users, 2 active')).toBeVisible()

  // A new user appears without a reload.
  await createParticipant(product, 'Oskar Nyström')
  await expect(page.getByText('3 users, 3 active')).toBeVisible()
  const user = (name: string) => page.getByRole('button', { name, exact: true })
  await expect(user('Oskar Nyström')).toBeVisible({ timeout: 10_000 })

  await page.getByRole('searchbox', { name: 'Find a user' }).fill('lindgren')
  await expect(user('Oskar Nyström')).toBeHidden()
  await user('Maya Lindgren').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Tally' })).toBeVisible()

  const row = page.getByRole('list', { name: 'Users' }).getByRole('listitem').first()
  await row.getByRole('button', { name: 'Deactivate' }).click()
  const question = page.getByRole('alertdialog', { name: 'Deactivate Maya Lindgren?' })
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await question.getByRole('button', { name: 'Deactivate' }).click()
  await expect(row).toContainText('Inactive')
  await expect(page.getByText('3 users, 2 active')).toBeVisible()
  await expect(participant.page).toHaveURL(/\/login/)

  await row.getByRole('button', { name: 'Activate' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Activate' }).click()
  await expect(row.getByRole('button', { name: 'Deactivate' })).toBeVisible()
  await expect(page.getByText('3 users, 3 active')).toBeVisible()

  await row.getByRole('link', { name: 'View All Projects' }).click()
  await page.getByRole('link', { name: 'Back to Users' }).click()
  await expect(page.getByRole('heading', { name: 'User Management' })).toBeVisible()
})

test('the challenge starts only once, and every screen shows it', async ({ product, openBrowser }) => {
  const participant = await openBrowser('Maya', { as: await createParticipant(product, 'Maya Lindgren') })
  await participant.page.goto('/daily-challenge?day=2')
  await expect(participant.page.getByRole('heading', { level: 1 })).toBeVisible()
  const { page } = await openBrowser('Ines', { as: await createAdmin(product, 'Ines Duarte') })
  await page.goto('/admin/settings')
  await expect(page.getByText('Fixed Duration: 30 Days')).toBeVisible()
  await expect(page.getByText(/^Not started/).first()).toBeVisible()

  const start = page.getByRole('button', { name: 'START CHALLENGE' })
  await start.click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Start now' }).click()
  const message = page.getByRole('alertdialog', { name: 'Challenge started' })
  await expect(message).toContainText('Challenge started! 30 days of awesomeness begins now!')
  await message.getByRole('button', { name: 'OK' }).click()
  await expect(page.getByText('today is day 1 of 30')).toBeVisible()

  await expect(message).toBeHidden()
  await expect(start).toBeHidden()

  // The participant's form disables the days after the first one without a reload.
  await participant.page.goto('/SubmitProject')
  const day = participant.page.getByRole('combobox', { name: /^Day/ })
  await expect(day).toContainText(/^Day 1\D/)
  await day.click()
  const options = participant.page.getByRole('option')
  await expect(options.nth(0)).toBeEnabled()
  await expect(options.nth(1)).toBeDisabled()
})

test('an admin ends the challenge and undoes it, and the open screens follow', async ({
  product,
  openBrowser,
}) => {
  const participant = await openBrowser('Maya', { as: await createParticipant(product, 'Maya Lindgren') })
  await participant.page.goto('/SubmitProject')
  const submit = participant.page.getByRole('button', { name: 'Submit Project' })
  await expect(submit).toBeVisible()
  const admin = await createAdmin(product, 'Ines Duarte')
  await startChallenge(product, admin)
  const { page } = await openBrowser('Ines', { as: admin })
  await page.goto('/admin/settings')

  const change = page.getByRole('button', { name: 'Change the end' })
  const dialog = page.getByRole('dialog', { name: 'End of the challenge' })
  await change.click()
  await dialog.getByRole('button', { name: 'End now' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'End now' }).click()
  await expect(page.getByText(/^The challenge ended/)).toBeVisible()
  await expect(participant.page.getByRole('heading', { name: 'The challenge has ended' })).toBeVisible()
  await expect(submit).toBeHidden()

  await change.click()
  await dialog.getByLabel(/^Date and time/).fill('2099-12-07T18:00')
  await dialog.getByRole('button', { name: 'Move the end' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText(/^The challenge closes on Dec 7, 2099 at 6:00 PM/)).toBeVisible()
  await expect(submit).toBeVisible()

  await change.click()
  await dialog.getByRole('button', { name: 'Undo' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText(/^The challenge closes on .* at midnight/)).toBeVisible()
})

test('the audit offers what another admin just did, and tells the values before and after', async ({
  product,
  openBrowser,
}) => {
  const { first, second } = await createThreeProjects(product)
  const ines = await createAdmin(product, 'Ines Duarte')
  const { page } = await openBrowser('Samuel', { as: await createAdmin(product, 'Samuel Adeyemi') })
  await reviewProject(product, ines, first, { status: 'approved' })
  await page.goto('/admin/audit?kind=project')
  const entries = page.getByRole('list', { name: 'Audit' }).getByRole('heading')
  await expect(entries).toHaveText(['Ines Duarte approved First (Day 1, Maya Lindgren)'])
  await expect(page.getByRole('button', { name: 'Live. Pause live updates' })).toBeVisible()

  await reviewProject(product, ines, second, { status: 'approved' })
  const offer = page.getByRole('button', { name: '1 new, show it' })
  await expect(offer).toBeVisible()
  await expect(entries).toHaveCount(1)
  await offer.click()
  await expect(entries).toHaveText([
    'Ines Duarte approved Second (Day 2, Maya Lindgren)',
    'Ines Duarte approved First (Day 1, Maya Lindgren)',
  ])
  await entries.first().getByRole('button').click()
  await expect(page.getByRole('row', { name: 'Status submitted approved' })).toBeVisible()

  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  expect((await saved).suggestedFilename()).toMatch(/^thirty-audit-\d{4}-\d\d-\d\d\.csv$/)
})
