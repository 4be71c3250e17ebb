import { expect } from '@playwright/test'
import {
  createAdmin,
  createDiscussion,
  createParticipant,
  createProject,
  createReply,
  rateProject,
  startChallenge,
} from './support/api.ts'
import { test } from './support/product-fixtures.ts'

test('an admin reads community, projects and profiles in the admin area, and deletes what does not belong there @long', async ({
  product,
  openBrowser,
}) => {
  const admin = await createAdmin(product, 'Ines Duarte')
  await startChallenge(product, admin)
  const maya = await createParticipant(product, 'Maya Lindgren')
  const project = await createProject(product, maya, { projectName: 'Tally', day: 1 })
  const discussion = await createDiscussion(product, maya, 'How do you test drag and drop?')
  await createReply(product, maya, discussion, 'Buy cheap watches.')
  const { page: participant } = await openBrowser('Maya', { as: maya })
  await participant.goto(`/project/${project}`)
  await participant.getByRole('textbox', { name: 'Your comment' }).fill('Cheap watches here.')
  await participant.getByRole('button', { name: 'Post comment' }).click()

  // A link to a project leads there, and not away.
  const { page } = await openBrowser('Ines', { as: admin })
  await page.goto(`/project/${project}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Tally' })).toBeVisible()
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Submissions' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Rate this project' })).toBeVisible()
  const comments = page.getByRole('list', { name: 'Comments' })
  // Hidden, it is still there for its author, who reads why, and can be shown again.
  const comment = comments.getByRole('listitem')
  await comment.getByRole('button', { name: 'Hide' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Advertising')
  await dialog.getByRole('button', { name: 'Hide' }).click()
  await expect(comment.getByText(/^Hidden by Ines Duarte .* Reason:/)).toBeVisible()
  await expect(participant.getByText(/^Hidden by an admin .* Reason:/)).toBeVisible()
  await expect(participant.getByText('Advertising')).toBeVisible()
  await comment.getByRole('button', { name: 'Unhide' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Unhide' }).click()
  await expect(comment.getByRole('button', { name: 'Hide' })).toBeVisible()
  await expect(participant.getByText('Advertising')).toBeHidden()
  await comments.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(comments).toBeHidden()
  await expect(participant.getByText('Cheap watches here.')).toBeHidden()

  await page.getByRole('link', { name: 'Maya Lindgren' }).first().click()
  await expect(page).toHaveURL(`/u/${maya._id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Maya Lindgren' })).toBeVisible()

  await page.getByRole('navigation').getByRole('link', { name: 'Community' }).click()
  await page.getByRole('tab', { name: /^Discussions/ }).click()
  await page.getByRole('link', { name: 'How do you test drag and drop?' }).click()
  await page.getByRole('list', { name: 'Replies' }).getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No replies yet. Write the first one.')).toBeVisible()

  // Screens of participants alone still lead to the admin area.
  await page.goto('/dashboard')
  await expect(page).toHaveURL('/admin/leaderboard')
})

test('an admin has the whole leaderboard: a search, what the points are made of, and a file @long', async ({
  product,
  openBrowser,
}) => {
  const admin = await createAdmin(product, 'Ines Duarte')
  await startChallenge(product, admin)
  for (let number = 1; number <= 12; number += 1) {
    const person = await createParticipant(product, `Person ${String.fromCodePoint(64 + number)}`)
    const project = await createProject(product, person, { projectName: 'Tally', day: 1 })
    if (number === 1) await rateProject(product, admin, project, 4)
  }
  const { page } = await openBrowser('Ines', { as: admin })
  await page.goto('/admin/leaderboard')
  const standings = page.getByRole('region', { name: 'Standings' })
  await standings.getByRole('button', { name: /^Show more/ }).click()
  await expect(standings.getByRole('link', { name: /^Projects of/ })).toHaveCount(12)
  await standings.getByRole('searchbox', { name: 'Find a participant' }).fill('person a')
  await expect(standings.getByRole('link', { name: /^Projects of/ })).toHaveCount(1)
  await standings.getByRole('button', { name: 'Points of Person A explained' }).click()
  await expect(page.getByRole('dialog').getByRole('row', { name: /Day 1 rated 4/ })).toBeVisible()
  await page.keyboard.press('Escape')
  const saved = page.waitForEvent('download')
  await standings.getByRole('button', { name: 'Export the standings as CSV' }).click()
  expect((await saved).suggestedFilename()).toMatch(/^thirty-standings-.*\.csv$/)
  await page.goto('/admin/audit')
  await expect(page.getByText('exported data as CSV: Standings')).toBeVisible()
})
