import { expect } from '@playwright/test'
import { createAdmin, createParticipant, createProject, rateProject } from './support/api.ts'
import { test } from './support/product-fixtures.ts'

test('an admin tries out a scoring, applies it, and goes back; an open leaderboard follows', async ({
  product,
  openBrowser,
}) => {
  const maya = await createParticipant(product, 'Maya Lindgren')
  const noah = await createParticipant(product, 'Noah Berg')
  const ines = await createAdmin(product, 'Ines Duarte')
  await createProject(product, maya, { projectName: 'First', day: 1 })
  await createProject(product, maya, { projectName: 'Second', day: 2 })
  await rateProject(product, ines, await createProject(product, noah, { projectName: 'Only', day: 1 }), 5)

  // Maya has ten points, and Noah fifty-five.
  const participant = await openBrowser('Maya', { as: maya })
  await participant.page.goto('/leaderboard')
  const rule = participant.page.getByText('3 × projects + 0.5 × quality + 2 × streak')
  await expect(rule).toBeVisible()
  await expect(participant.page.getByText('in the lead')).toBeHidden()

  const admin = await openBrowser('Ines', { as: ines })
  const { page } = admin
  await page.goto('/admin/leaderboard')
  await page.getByRole('link', { name: 'What if' }).click()
  await expect(page.getByText('This is the scoring in force.')).toBeVisible()
  await page.getByRole('slider', { name: 'Points per quality point' }).fill('0')
  await expect(page.getByRole('heading', { name: '2 participants change rank' })).toBeVisible()
  // A reload keeps the draft, and nobody else sees anything of it.
  await page.reload()
  await expect(page.getByRole('heading', { name: '2 participants change rank' })).toBeVisible()
  await expect(rule).toBeVisible()

  await page.getByRole('button', { name: 'Apply…' }).click()
  const question = page.getByRole('alertdialog', { name: 'Apply this scoring?' })
  await expect(question).toContainText('The podium changes: Maya Lindgren and Noah Berg.')
  await question.getByRole('textbox', { name: 'Reason' }).fill('Every project counts the same')
  await question.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText('The new scoring is in force.')).toBeVisible()

  await expect(participant.page.getByText('3 × projects + 0 × quality + 2 × streak')).toBeVisible()
  await expect(participant.page.getByText(/The scoring was changed at/)).toBeVisible()
  await expect(participant.page.getByText('in the lead')).toBeVisible()

  await expect(page.getByText(/Ines Duarte changed it .*: Every project counts the same/)).toBeVisible()
  await page.getByRole('button', { name: 'Restore the previous scoring…' }).click()
  const undo = page.getByRole('alertdialog', { name: 'Restore the previous scoring?' })
  await undo.getByRole('textbox', { name: 'Reason' }).fill('Quality counts after all')
  await undo.getByRole('button', { name: 'Restore' }).click()
  await expect(rule).toBeVisible()
  await expect(participant.page.getByText('in the lead')).toBeHidden()
})
