import { expect } from '@playwright/test'
import { createAdmin, createParticipant, createProject } from './support/api.ts'
import { test } from './support/product-fixtures.ts'

test('an admin sees how many participants have a project of each day, live and as a table', async ({
  product,
  openBrowser,
}) => {
  const maya = await createParticipant(product, 'Maya Lindgren')
  const oskar = await createParticipant(product, 'Oskar Nyström')
  await createProject(product, maya, { projectName: 'Tally', day: 1 })
  const { page } = await openBrowser('Ines', { as: await createAdmin(product, 'Ines Duarte') })
  await page.goto('/admin/leaderboard')
  const card = page.getByRole('region', { name: 'Participation over thirty days' })
  await card.scrollIntoViewIfNeeded()
  await expect(card.getByText('On the leaderboard: 2')).toBeVisible()
  await card.getByText('View as table').click()
  const firstDay = card
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: 'Day 1', exact: true }) })
  await expect(firstDay.getByRole('cell')).toHaveText('1')

  await createProject(product, oskar, { projectName: 'Long table', day: 1 })
  await expect(firstDay.getByRole('cell')).toHaveText('2')
  await createParticipant(product, 'Leila Haddad')
  await expect(card.getByText('On the leaderboard: 3')).toBeVisible()
})
