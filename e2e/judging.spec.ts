import { expect, type Page } from '@playwright/test'
import { createAdmin, createParticipant, createProject, reviewProject } from './support/api.ts'
import { expectFits } from './support/accessibility.ts'
import { submissionRow } from './support/page-actions.ts'
import { test } from './support/product-fixtures.ts'

/** Rates the project on screen with the same stars for each criterion. */
async function rate(page: Page, stars: number): Promise<void> {
  await expect(page.getByRole('button', { name: 'Submit Rating' })).toBeVisible()
  for (const criterion of ['Functionality', 'Design', 'Creativity', 'Code Quality', 'Usability'])
    await page
      .getByRole('radiogroup', { name: criterion })
      .getByRole('radio', { name: stars === 1 ? '1 star' : `${stars} stars` })
      .check({ force: true })
  await page.getByRole('button', { name: 'Submit Rating' }).click()
  await expect(page.getByRole('heading', { name: 'Rating Submitted Successfully!' })).toBeVisible()
}

test('two admins judge fairly: several ratings, calibration, a conflict of interest and a disagreement @long', async ({
  product,
  openBrowser,
}) => {
  test.slow()
  const maya = await createParticipant(product, 'Maya Lindgren')
  const thabo = await createParticipant(product, 'Thabo Nkosi')
  const ines = await createAdmin(product, 'Ines Duarte')
  const tally = await createProject(product, maya, { projectName: 'Tally', day: 1 })
  const kanban = await createProject(product, maya, { projectName: 'Kanban', day: 2 })
  const clock = await createProject(product, thabo, { projectName: 'Clock', day: 1 })
  for (const id of [tally, kanban, clock]) await reviewProject(product, ines, id, { status: 'approved' })
  const samuel = await createAdmin(product, 'Samuel Adeyemi')
  // With a finger: the sizes of buttons are checked below.
  const judging = (await openBrowser('Ines', { as: ines, hasTouch: true })).page
  const reviewing = (await openBrowser('Samuel', { as: samuel })).page

  // Ines wants two ratings of each project; the submissions of Samuel follow.
  await reviewing.goto('/admin/submissions')
  await judging.goto('/admin/leaderboard')
  await judging.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Judging' }).click()
  await expect(judging.getByText(/Nobody has given an official rating yet/)).toBeVisible()
  const settings = judging.getByRole('region', { name: 'How projects are judged' })
  await settings.getByRole('button', { name: '2' }).click()
  await expect(settings).toContainText('Each project should have 2 ratings')
  await expect(submissionRow(reviewing, 'Tally')).toContainText('0 of 2 ratings')

  // Ines chooses a project for calibration, and Samuel has to begin with it.
  await judging.goto(`/admin/rate-project/${kanban}`)
  await judging.getByRole('button', { name: 'Use for calibration' }).click()
  await expect(judging.getByRole('button', { name: 'Remove from calibration' })).toBeVisible()
  await expect(reviewing.getByText('You have rated 0 of 1 calibration projects.')).toBeVisible()
  await judging.goto('/admin/judging')
  const calibration = judging.getByRole('region', { name: 'Calibration', exact: true })
  await expect(calibration).toContainText('Samuel Adeyemi (0 of 1)')
  await reviewing.getByRole('link', { name: 'Rate the next one' }).click()
  await expect(reviewing.getByRole('heading', { name: 'Kanban' })).toBeVisible()
  await rate(reviewing, 1)
  await expect(calibration).not.toContainText('Samuel Adeyemi (0 of 1)')
  // Ines runs the challenge, so she sees the stars of Samuel, although she has not rated it herself.
  await expect(calibration.getByRole('row', { name: /Kanban/ })).toContainText('1.0')
  await expect(calibration).not.toContainText('Hidden until you rate it')

  // Samuel has a conflict of interest with Thabo: no form, and the queue leaves out his project.
  await reviewing.goto(`/admin/rate-project/${clock}`)
  await reviewing.getByRole('button', { name: 'Declare a conflict' }).click()
  await reviewing.getByRole('alertdialog').getByRole('button', { name: 'Declare a conflict' }).click()
  await expect(
    reviewing.getByText("You can't approve, reject, or rate the projects of Thabo Nkosi."),
  ).toBeVisible()
  await expect(reviewing.getByRole('button', { name: 'Submit Rating' })).toBeHidden()
  await reviewing.getByRole('button', { name: /^Next unrated/ }).click()
  await expect(reviewing.getByRole('heading', { name: 'Tally' })).toBeVisible()
  await expect(judging.getByRole('region', { name: 'Conflicts of interest' })).toContainText(
    'Samuel Adeyemi with Thabo Nkosi',
  )

  // Ines rates the calibration project very differently, and the disagreement is there at once.
  const other = (await openBrowser('Ines on her phone', { as: ines, viewport: { width: 390, height: 844 } }))
    .page
  await other.goto(`/admin/rate-project/${kanban}`)
  await expect(other.getByText('1 of 2 ratings')).toBeVisible()
  await rate(other, 5)
  const disagreements = judging.getByRole('region', { name: 'Needs another look' })
  await expect(disagreements).toContainText('Kanban')
  await expect(disagreements).toContainText('4.0 stars apart')
  await expect(judging.getByRole('row', { name: /Samuel Adeyemi/ }).first()).toContainText('-4.00')

  await settings.getByRole('switch', { name: 'Normalized scores' }).check({ force: true })
  await expect(judging.getByRole('region', { name: 'Standings by normalized scores' })).toContainText(
    'of the leaderboard would change places',
  )
  await expectFits(judging, '/admin/judging')

  // The conflict is taken back.
  const conflicts = judging.getByRole('region', { name: 'Conflicts of interest' })
  await conflicts
    .getByRole('button', { name: 'Remove the conflict of Samuel Adeyemi with Thabo Nkosi' })
    .click()
  await judging.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(conflicts).toContainText('Nobody has declared a conflict of interest.')
  await reviewing.goto(`/admin/rate-project/${clock}`)
  await expect(reviewing.getByRole('button', { name: 'Submit Rating' })).toBeVisible()

  // Everything is in the audit.
  await judging.goto('/admin/audit')
  await expect(judging.getByText('Ines Duarte set the ratings per project to 2')).toBeVisible()
  await expect(
    judging.getByText('Samuel Adeyemi declared a conflict of interest with Thabo Nkosi'),
  ).toBeVisible()
})

test('two admins who ask for the next project at the same time get different ones', async ({
  product,
  openBrowser,
}) => {
  const maya = await createParticipant(product, 'Maya Lindgren')
  const ids = []
  for (const [index, projectName] of ['First', 'Second', 'Third'].entries())
    ids.push(await createProject(product, maya, { projectName, day: index + 1 }))
  const ines = (await openBrowser('Ines', { as: await createAdmin(product, 'Ines Duarte') })).page
  const samuel = (await openBrowser('Samuel', { as: await createAdmin(product, 'Samuel Adeyemi') })).page
  for (const page of [ines, samuel]) {
    await page.goto(`/admin/rate-project/${ids[2]}`)
    await expect(page.getByRole('button', { name: /^Next unrated/ })).toBeVisible()
  }
  await Promise.all([ines, samuel].map((page) => page.getByRole('button', { name: /^Next unrated/ }).click()))
  // A project that is loading has another heading.
  const next = [ines, samuel].map((page) => page.getByRole('heading', { level: 1, name: /^(First|Second)$/ }))
  for (const heading of next) await expect(heading).toBeVisible()
  const titles = await Promise.all(next.map((heading) => heading.textContent()))
  expect(new Set(titles)).toEqual(new Set(['First', 'Second']))
})
