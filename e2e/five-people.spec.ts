import { expect as baseExpect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { createAdmin, createParticipant, createProject } from './support/api.ts'
import {
  approveSubmission,
  fillSubmissionForm,
  podiumPlace,
  rateWithFourStars,
  submissionRow,
  watchForReload,
} from './support/page-actions.ts'
import { test, withMotion } from './support/product-fixtures.ts'

// Six browsers share the processor with the product.
const expect = baseExpect.configure({ timeout: 20_000 })
test.setTimeout(180_000)

/** The card of a project in My projects. */
const ownProject = (page: Page, name: string) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { level: 3, name, exact: true }) })
/** A tile of the dashboard. */
const tile = (page: Page, name: string) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 2, name, exact: true }) })
const goTo = (page: Page, navigation: 'Main' | 'Admin', link: string) =>
  page.getByRole('navigation', { name: navigation, exact: true }).getByRole('link', { name: link }).click()

test('three participants, two admins and a visitor use one challenge at the same time, and everybody sees everything live @long', async ({
  product,
  openBrowser,
}) => {
  const people = {
    maya: await createParticipant(product, 'Maya Lindgren'),
    ben: await createParticipant(product, 'Ben Okafor'),
    cleo: await createParticipant(product, 'Cleo Marchetti'),
  }
  await createProject(product, people.maya, { projectName: 'Tally', day: 1 })
  await createProject(product, people.ben, { projectName: 'Kanban', day: 1 })
  await createProject(product, people.cleo, { projectName: 'Clock', day: 1 })
  const maya = await openBrowser('Maya', { as: people.maya, ...withMotion })
  const ben = await openBrowser('Ben', { as: people.ben, ...withMotion })
  const cleo = await openBrowser('Cleo', { as: people.cleo, ...withMotion })
  const ines = await openBrowser('Ines', { as: await createAdmin(product, 'Ines Duarte'), ...withMotion })
  const samuel = await openBrowser('Samuel', {
    as: await createAdmin(product, 'Samuel Adeyemi'),
    ...withMotion,
  })
  const visitor = await openBrowser('Visitor', withMotion)
  const participants = [
    { ...maya, project: 'Tally two', fullName: 'Maya Lindgren' },
    { ...ben, project: 'Kanban two', fullName: 'Ben Okafor' },
    { ...cleo, project: 'Clock two', fullName: 'Cleo Marchetti' },
  ]
  const admins = [ines, samuel]
  for (const { page } of admins) {
    await page.goto('/admin/submissions')
    await expect(submissionRow(page, 'Clock')).toContainText('Pending')
    await expect(page.getByRole('button', { name: 'Live. Pause live updates' })).toBeVisible()
  }

  await visitor.page.goto('/')
  const showcase = visitor.page.getByRole('region', { name: /^Leaderboard/ }).getByRole('listitem')
  await expect(showcase.nth(0)).toContainText('Maya Lindgren')

  await test.step('the participants submit at the same moment, and both admins see it', async () => {
    await Promise.all(
      participants.map(({ page, project }) => fillSubmissionForm(page, { projectName: project, day: 2 })),
    )
    await Promise.all(
      participants.map(({ page }) => page.getByRole('button', { name: 'Submit Project' }).click()),
    )
    for (const { page } of participants)
      await expect(page.getByRole('heading', { name: 'Successfully Submitted!' })).toBeVisible()
    for (const { page } of admins) {
      await page.getByRole('button', { name: '3 new submissions, show them' }).click()
      for (const { project, fullName } of participants) {
        await expect(submissionRow(page, project)).toContainText('Pending')
        await expect(submissionRow(page, project)).toContainText(fullName)
      }
    }
  })

  await maya.page.goto('/dashboard')
  await ben.page.goto('/ProjectList')
  await cleo.page.goto('/leaderboard')
  await expect(tile(maya.page, 'My Projects')).toContainText('2 submitted, 2 waiting for review')
  await expect(ownProject(ben.page, 'Kanban two')).toContainText('Pending')
  // They were level before, and the one who was stored first leads.
  for (const place of [1, 2, 3] as const)
    await expect(podiumPlace(cleo.page, place)).toContainText('10.0 pts')
  const expectNoReloads = await Promise.all(
    [...participants, ...admins, visitor].map(({ page }) => watchForReload(page)),
  )

  await test.step('an admin opens a submission, and the other one is warned', async () => {
    await submissionRow(ines.page, 'Kanban two')
      .getByRole('button', { name: 'Kanban two', exact: true })
      .click()
    await expect(submissionRow(samuel.page, 'Kanban two')).toContainText('Ines Duarte is reviewing')
  })

  await test.step('the second of two decisions is refused in words, and nothing is lost', async () => {
    await samuel.page.getByRole('button', { name: 'Live. Pause live updates' }).click()
    await approveSubmission(ines, 'Kanban two')
    await submissionRow(samuel.page, 'Kanban two').getByRole('button', { name: 'Reject Kanban two' }).click()
    await samuel.page.getByRole('textbox', { name: 'Reason' }).fill('The board loses its cards.')
    await samuel.page.getByRole('button', { name: 'Reject', exact: true }).click()
    const dialog = samuel.page.getByRole('alertdialog', { name: 'Kanban two was reviewed in the meantime' })
    await expect(dialog).toContainText('Ines Duarte approved it')
    await expect(dialog).toContainText('The board loses its cards.')
    await dialog.getByRole('button', { name: 'Close' }).click()
    await samuel.page.getByRole('button', { name: 'Paused. Pause live updates' }).click()
    await expect(submissionRow(samuel.page, 'Kanban two')).toContainText('Approved')
    await expect(ownProject(ben.page, 'Kanban two')).toContainText('Approved')
  })

  await test.step('an admin approves two submissions at once', async () => {
    for (const project of ['Tally two', 'Clock two'])
      await samuel.page.getByRole('checkbox', { name: `Select ${project}` }).click()
    await samuel.page.getByRole('button', { name: 'Approve selected' }).click()
    await samuel.page.getByRole('alertdialog').getByRole('button', { name: 'Approve' }).click()
    await expect(samuel.page.getByText('2 approved.')).toBeVisible()
    for (const project of ['Tally two', 'Clock two'])
      await expect(submissionRow(ines.page, project)).toContainText('Approved')
    await expect(tile(maya.page, 'My Projects')).toContainText('2 submitted, 1 waiting for review')
  })

  await test.step('two ratings move points and ranks of everybody', async () => {
    await rateWithFourStars(ines, 'Kanban two')
    await expect(podiumPlace(cleo.page, 1)).toContainText('Ben Okafor')
    await expect(podiumPlace(cleo.page, 1)).toContainText('50.0 pts')
    await expect(showcase.nth(0)).toContainText('Ben Okafor')
    await expect(showcase.nth(0)).toContainText('50.0')
    await expect(ownProject(ben.page, 'Kanban two')).toContainText('4.0')
    await submissionRow(samuel.page, 'Clock two').getByRole('link', { name: 'Rate Project' }).click()
    const stars = samuel.page.getByRole('radiogroup', { name: 'Design' })
    await stars.getByRole('radio', { name: '5 stars' }).check({ force: true })
    await samuel.page.getByRole('button', { name: 'Submit Rating' }).click()
    // One criterion of five: 1.0 of 5, quality 20.
    await expect(podiumPlace(cleo.page, 2)).toContainText('Cleo Marchetti')
    await expect(podiumPlace(cleo.page, 2)).toContainText('20.0 pts')
    await expect(podiumPlace(cleo.page, 3)).toContainText('Maya Lindgren')
    await expect(tile(maya.page, 'Leaderboard')).toContainText('3 of 3')
    await goTo(ben.page, 'Main', 'Dashboard')
    await expect(tile(ben.page, 'Leaderboard')).toContainText('You are in the lead')
  })

  await test.step('an admin resets the challenge, and everybody follows', async () => {
    await goTo(ines.page, 'Admin', 'Submissions')
    await expect(submissionRow(ines.page, 'Tally two')).toContainText('Approved')
    await goTo(samuel.page, 'Admin', 'Settings')
    await samuel.page.getByRole('button', { name: 'Reset Challenge Data' }).click()
    await samuel.page.getByLabel('Type RESET to confirm').fill('RESET')
    await samuel.page.getByRole('button', { name: 'Create backup and reset' }).click()
    await expect(samuel.page.getByText('Challenge reset successfully! Backup created.')).toBeVisible()
    await expect(ines.page.getByText('No submissions yet')).toBeVisible()
    for (const { page } of [maya, ben]) await expect(tile(page, 'My Projects')).toContainText('0 submitted')
    for (const place of [1, 2, 3] as const) await expect(podiumPlace(cleo.page, place)).toContainText('Open')
  })
  for (const expectNoReload of expectNoReloads) await expectNoReload()
})
