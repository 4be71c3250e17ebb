import { expect } from '@playwright/test'
import { createAdmin, createParticipant, createProject, rateProject, startChallenge } from './support/api.ts'
import { podiumPlace } from './support/page-actions.ts'
import { test } from './support/product-fixtures.ts'

test('a frozen leaderboard keeps a rating secret until an admin reveals it in the ceremony', async ({
  product,
  openBrowser,
}) => {
  const admin = await createAdmin(product, 'Ines Duarte')
  await startChallenge(product, admin)
  const maya = await createParticipant(product, 'Maya Lindgren')
  const oskar = await createParticipant(product, 'Oskar Nyström')
  const tally = await createProject(product, maya, { projectName: 'Tally', day: 1 })
  const pulse = await createProject(product, oskar, { projectName: 'Pulse', day: 1 })
  await rateProject(product, admin, tally, 4)
  await rateProject(product, admin, pulse, 2)

  const { page: participant } = await openBrowser('Maya', { as: maya })
  const { page: visitor } = await openBrowser('Visitor')
  const { page: other } = await openBrowser('Samuel', { as: await createAdmin(product, 'Samuel Adeyemi') })
  const { page: ines } = await openBrowser('Ines', { as: admin })
  await participant.goto('/leaderboard')
  await visitor.goto('/')
  await other.goto('/admin/settings')
  await expect(podiumPlace(participant, 1)).toContainText('Maya Lindgren')

  await ines.goto('/admin/settings')
  await ines.getByRole('button', { name: 'Freeze the leaderboard' }).click()
  await ines.getByRole('dialog').getByRole('button', { name: 'Freeze now' }).click()
  await ines.getByRole('alertdialog').getByRole('button', { name: 'Freeze now' }).click()
  await expect(ines.getByRole('link', { name: 'Open the reveal' })).toBeVisible({ timeout: 15_000 })
  await expect(other.getByRole('link', { name: 'Open the reveal' })).toBeVisible()
  for (const page of [participant, visitor]) await expect(page.getByText(/^Frozen since/)).toBeVisible()

  await rateProject(product, admin, pulse, 5)
  await ines.goto('/admin/leaderboard')
  await expect(ines.getByText(/^Participants see the standings of/)).toBeVisible()
  await expect(ines.getByRole('link', { name: /^Projects of/ }).first()).toHaveAccessibleName(
    'Projects of Oskar Nyström',
  )
  await expect(podiumPlace(participant, 1)).toContainText('Maya Lindgren')
  await participant.reload()
  await expect(podiumPlace(participant, 1)).toContainText('Maya Lindgren')

  const screens = [
    '/dashboard',
    '/profile',
    `/u/${maya._id}`,
    '/community?tab=members',
    '/daily-challenge?tab=stats',
    '/leaderboard/replay',
  ]
  for (const path of screens) {
    await participant.goto(path)
    await expect(
      participant.getByText(/^Frozen since .*\. Later ratings count in the final standings\.$/).first(),
      path,
    ).toBeVisible()
  }
  await participant.goto('/leaderboard')

  await ines.getByRole('link', { name: 'Open the reveal' }).click()
  await ines.getByRole('button', { name: 'Begin' }).click()
  const rows = ines.getByRole('list', { name: 'Standings' }).getByRole('listitem')
  await expect(rows.first()).toContainText('Maya Lindgren')
  await expect(rows).toHaveCount(2)
  await ines.keyboard.press('Space')
  await expect(rows.first()).toContainText('Oskar Nyström')
  await ines.reload()
  await expect(ines.getByText('Place 2', { exact: true })).toBeVisible()
  await expect(rows.first()).toContainText('Oskar Nyström')
  await ines.keyboard.press('Escape')
  await ines.getByRole('alertdialog').getByRole('button', { name: 'Stay' }).click()
  await ines.keyboard.press('ArrowRight')
  await expect(ines.getByText('Up 1 place')).toBeVisible()
  await expect(podiumPlace(participant, 1)).toContainText('Maya Lindgren')

  await ines.getByRole('button', { name: 'Publish the final standings' }).click()
  await expect(ines.getByText('Everyone sees the final standings now.')).toBeVisible()
  await expect(podiumPlace(participant, 1)).toContainText('Oskar Nyström', { timeout: 15_000 })
  for (const page of [participant, visitor]) await expect(page.getByText(/^Frozen since/)).toBeHidden()
  await expect(other.getByRole('button', { name: 'Freeze the leaderboard' })).toBeVisible()
})
