import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { createAdmin, createParticipant, createProject, rateProject, reviewProject } from './support/api.ts'
import { fillFields, submitProject, watchForReload } from './support/page-actions.ts'
import { test } from './support/product-fixtures.ts'

const card = (page: Page, projectName: string) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name: projectName, exact: true }) })

const rate = async (page: Page, stars: string, criteria: readonly string[]) => {
  for (const criterion of criteria) {
    const group = page.getByRole('radiogroup', { name: criterion, exact: true })
    await group.getByRole('radio', { name: stars }).check({ force: true })
  }
}

test('a project is submitted, liked, commented on and rated by another participant, and its owner sees it live', async ({
  product,
  openBrowser,
}) => {
  // They take the podium, so that Maya has a row, which opens.
  const others = ['Amara Okafor', 'Rafael Souza', 'Leila Haddad'].map(async (name) => {
    const participant = await createParticipant(product, name)
    await createProject(product, participant, { projectName: `Pulse by ${name}`, day: 1 })
  })
  await Promise.all(others)
  const owner = await openBrowser('Maya Lindgren', { as: await createParticipant(product, 'Maya Lindgren') })
  const rater = await openBrowser('Kenji Watanabe', {
    as: await createParticipant(product, 'Kenji Watanabe'),
  })

  await owner.page.goto('/ProjectList')
  await owner.page.getByRole('link', { name: 'Submit Your First Project' }).click()
  await submitProject(owner, { projectName: 'Tomato clock', day: 1 })
  await owner.page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'My projects' })
    .click()
  const own = card(owner.page, 'Tomato clock')
  await expect(own).toContainText('Pending')
  await expect(own).toContainText('Not rated yet')
  const expectNoReload = await watchForReload(owner.page)

  // The rater comes from the leaderboard and returns to it.
  await rater.page.goto('/leaderboard')
  await rater.page.getByRole('button', { name: 'Details of Maya Lindgren' }).click()
  await rater.page.getByRole('link', { name: 'Tomato clock' }).click()
  await expect(rater.page.getByRole('heading', { level: 1, name: 'Tomato clock' })).toBeVisible()
  await rater.page.getByRole('button', { name: 'Like', exact: true }).click()
  await expect(own).toContainText('1 like')
  await fillFields(rater.page, { 'Your comment': 'Lovely sound at the end.' })
  await rater.page.getByRole('button', { name: 'Post comment' }).click()
  await expect(own).toContainText('1 comment')

  await owner.page.getByRole('link', { name: 'Tomato clock', exact: true }).click()
  await expect(owner.page.getByText("You can't rate your own project.")).toBeVisible()
  await expect(owner.page.getByText('Lovely sound at the end.')).toBeVisible()

  await rate(rater.page, '4 stars', ['Functionality', 'Design', 'Creativity'])
  await expect(rater.page.getByRole('button', { name: 'Submit Rating' })).toBeDisabled()
  await rate(rater.page, '4 stars', ['Code quality'])
  await rater.page.getByRole('textbox', { name: /^Comment/ }).fill('Reads well, runs well.')
  await rater.page.getByRole('button', { name: 'Submit Rating' }).click()
  await expect(rater.page.getByRole('heading', { name: 'Thank You!' })).toBeVisible()
  await expect(rater.page).toHaveURL(/\/leaderboard$/)

  const score = owner.page.getByRole('link', { name: /1 rating/ })
  await expect(score).toContainText('4.0')
  await score.click()
  const ratings = owner.page.getByRole('list', { name: 'Ratings', exact: true })
  await expect(ratings).toContainText('Reads well, runs well.')
  await expect(ratings).toContainText('Community')
  await expect(
    owner.page.getByRole('img', { name: /^Rating by criterion: Functionality 4\.0/ }),
  ).toBeVisible()

  // A rating by an admin appears while the owner reads.
  const projectId = new URL(owner.page.url()).pathname.split('/')[2] ?? ''
  await rateProject(product, await createAdmin(product, 'Ines Duarte'), projectId, 5, 'Official praise.')
  await expect(ratings).toContainText('Official praise.')
  await expect(owner.page.getByText('2 ratings')).toBeVisible()
  await owner.page.getByRole('link', { name: 'Back' }).click()
  await expect(owner.page).toHaveURL(/\/project\//)
  await expectNoReload()

  const visitor = await openBrowser('Visitor')
  await visitor.page.goto(`/projects/${projectId}/ratings`)
  await expect(visitor.page.getByRole('heading', { level: 1, name: 'Tomato clock' })).toBeVisible()
  await expect(visitor.page.getByRole('list', { name: 'Ratings', exact: true })).toContainText(
    'Official praise.',
  )
  await visitor.page.getByRole('link', { name: 'Back' }).click()
  await expect(visitor.page).toHaveURL('/')
})

test('a rejection appears with its reason, the project is revised, and withdrawn', async ({
  product,
  openBrowser,
}) => {
  const maya = await createParticipant(product, 'Maya Lindgren')
  const admin = await createAdmin(product, 'Ines Duarte')
  const id = await createProject(product, maya, { projectName: 'Shift board', day: 3 })
  const { page } = await openBrowser('Maya Lindgren', { as: maya })
  await page.goto('/projects')
  await expect(card(page, 'Shift board')).toContainText('Pending')
  const expectNoReload = await watchForReload(page)
  await reviewProject(product, admin, id, { status: 'rejected', reason: 'The live link does not answer.' })
  await expect(card(page, 'Shift board')).toContainText('Reason: The live link does not answer.')
  await expectNoReload()

  await card(page, 'Shift board').getByRole('link', { name: 'Revise' }).click()
  await page.getByRole('textbox', { name: 'Project name' }).fill('Shift board 2')
  await page.getByRole('button', { name: 'Submit Project' }).click()
  await expect(page.getByRole('heading', { name: 'Successfully Submitted!' })).toBeVisible()

  await page.goto('/ProjectList?search=shift')
  const revised = card(page, 'Shift board 2')
  await expect(revised).toContainText('Pending')
  await revised.getByRole('button', { name: 'Withdraw' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click()
  await expect(page.getByRole('link', { name: 'Submit Your First Project' })).toBeVisible()

  // Nobody finds it any more.
  await page.goto(`/project/${id}`)
  await expect(page.getByRole('heading', { name: 'Project Not Found' })).toBeVisible()
})
