import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { expectFits, findViolations } from './support/accessibility.ts'
import { createAdmin, createParticipant, createProject } from './support/api.ts'
import { emailsOf, linkIn } from './support/outbox.ts'
import { emailOf, fillFields, password, submissionRow, watchForReload } from './support/page-actions.ts'
import { test } from './support/product-fixtures.ts'

const rita = 'Rita Jury'
const row = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Admins' }).getByRole('listitem').filter({ hasText: name })
const roleSelect = (page: Page, name: string) => page.getByRole('combobox', { name: `Role of ${name}` })

/** Gives an admin a role on the Team screen. `confirms`: whether the admin loses rights. */
async function giveRole(page: Page, name: string, role: string, { confirms = false } = {}) {
  await roleSelect(page, name).click()
  await page.getByRole('option', { name: role, exact: true }).click()
  if (confirms) await page.getByRole('alertdialog').getByRole('button', { name: 'Change role' }).click()
  await expect(roleSelect(page, name)).toHaveText(role)
}

test('an owner invites a reviewer by link, who signs up, reviews, is promoted and demoted live @long', async ({
  product,
  openBrowser,
}) => {
  const maya = await createParticipant(product, 'Maya Lindgren')
  for (const [day, projectName] of ['Tally', 'Kanban'].entries())
    await createProject(product, maya, { projectName, day: day + 1 })
  const { page: owner } = await openBrowser('Ines', { as: await createAdmin(product, 'Ines Duarte') })
  await owner.goto('/admin/leaderboard')
  await owner.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Team' }).click()
  await expect(row(owner, 'Ines Duarte')).toContainText('You')
  await owner.getByRole('button', { name: 'Invite an admin' }).click()
  const dialog = owner.getByRole('dialog', { name: 'Invite an admin' })
  await dialog.getByLabel(/^Email/).fill(emailOf(rita))
  await dialog.getByLabel(/^Note/).fill('Rita of the jury')
  await dialog.getByRole('button', { name: 'Create invitation' }).click()
  const created = owner.getByRole('dialog', { name: 'Invitation created' })
  const link = await created.getByRole('textbox', { name: 'Link' }).inputValue()
  await created.getByRole('button', { name: 'Done' }).click()
  const invitations = owner.getByRole('list', { name: 'Invitations' }).getByRole('listitem')
  await expect(invitations).toContainText([/As Reviewer.*Rita of the jury.*Open/])
  await expect.poll(async () => emailsOf(product, 'admin-invitation')).toHaveLength(1)
  expect(linkIn((await emailsOf(product, 'admin-invitation'))[0], '/admin/invitation')).toBe(link)

  const { page: reviewer } = await openBrowser('Rita')
  await reviewer.goto(link)
  await expect(reviewer.getByText('Ines Duarte invites you')).toBeVisible()
  await fillFields(reviewer, {
    'Full name': rita,
    Username: 'rita_jury',
    Email: emailOf(rita),
    Password: password,
    'Confirm password': password,
  })
  await reviewer.getByRole('button', { name: 'Sign up as an admin' }).click()
  await expect(reviewer).toHaveURL('/admin/leaderboard')
  await expect(row(owner, rita)).toBeVisible()
  await expect(roleSelect(owner, rita)).toHaveText('Reviewer')
  await expect(invitations).toContainText([/As Reviewer.*Used.*by Rita Jury/])

  // Reviewing is allowed; running the challenge is not.
  const navigation = reviewer.getByRole('navigation', { name: 'Admin' })
  await expect(navigation.getByRole('link', { name: 'Health' })).toBeHidden()
  await navigation.getByRole('link', { name: 'Submissions' }).click()
  await reviewer.getByRole('button', { name: 'Approve Tally' }).click()
  await expect(submissionRow(reviewer, 'Tally')).toContainText('Approved')
  await reviewer.goto('/admin/health')
  await expect(reviewer.getByRole('heading', { level: 1, name: 'No access' })).toBeVisible()
  await expect(reviewer.getByText('An owner can give you another role: Ines Duarte.')).toBeVisible()
  await reviewer.goto('/admin/settings')
  await expect(reviewer.getByText('Your role is Reviewer.')).toBeVisible()
  const reset = reviewer.getByRole('button', { name: 'Reset Challenge' })
  await expect(reset).toBeHidden()

  const expectNoReload = await watchForReload(reviewer)
  await giveRole(owner, rita, 'Organizer')
  await expect(reset).toBeVisible()
  await expect(navigation.getByRole('link', { name: 'Health' })).toBeVisible()
  await giveRole(owner, rita, 'Viewer', { confirms: true })
  await expect(reset).toBeHidden()
  await expect(navigation.getByRole('link', { name: 'Health' })).toBeHidden()
  await navigation.getByRole('link', { name: 'Submissions' }).click()
  await expect(submissionRow(reviewer, 'Kanban')).toBeVisible()
  await expect(reviewer.getByRole('button', { name: 'Approve Kanban' })).toBeHidden()
  await expectNoReload()

  // The link worked once.
  const { page: another } = await openBrowser('Somebody')
  await another.goto(link)
  await expect(another.getByRole('heading', { name: 'This invitation was used' })).toBeVisible()
})

test('a revoked link and a participant who is logged in get a page that says what happens', async ({
  product,
  openBrowser,
}) => {
  const { page: owner } = await openBrowser('Ines', { as: await createAdmin(product, 'Ines Duarte') })
  await owner.goto('/admin/team')
  await owner.getByRole('button', { name: 'Invite an admin' }).click()
  await owner.getByRole('button', { name: 'Create invitation' }).click()
  const link = await owner.getByRole('textbox', { name: 'Link' }).inputValue()
  await owner.getByRole('button', { name: 'Done' }).click()

  const maya = await createParticipant(product, 'Maya Lindgren')
  const { page: participant } = await openBrowser('Maya', { as: maya })
  await participant.goto(link)
  await expect(participant.getByText('Your current account stays a participant')).toBeVisible()
  await participant.getByRole('button', { name: 'Log out and continue' }).click()
  await expect(participant.getByLabel('Full name')).toBeVisible()

  await owner.getByRole('button', { name: /^Revoke the invitation/ }).click()
  await owner.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(owner.getByRole('list', { name: 'Invitations' })).toContainText('Revoked')
  const { page: visitor } = await openBrowser('Somebody')
  await visitor.goto(link)
  await expect(visitor.getByRole('heading', { name: 'This invitation was revoked' })).toBeVisible()
})

test('the team and an invitation fit and are accessible @long', async ({ product, openBrowser }) => {
  test.setTimeout(180_000)
  const { page: owner } = await openBrowser('Ines', {
    as: await createAdmin(product, 'Ines Duarte'),
    hasTouch: true,
  })
  await owner.goto('/admin/team')
  await owner.getByRole('button', { name: 'Invite an admin' }).click()
  await owner.getByLabel(/^Note/).fill('Rita of the jury')
  await owner.getByRole('button', { name: 'Create invitation' }).click()
  const link = await owner.getByRole('textbox', { name: 'Link' }).inputValue()
  await owner.getByRole('button', { name: 'Done' }).click()
  await expect(owner.getByRole('dialog')).toBeHidden()
  await expectFits(owner, '/admin/team')
  expect(await findViolations(owner)).toEqual([])

  const { page: visitor } = await openBrowser('Rita', { hasTouch: true })
  await visitor.goto(link)
  await expect(visitor.getByText('Ines Duarte invites you')).toBeVisible()
  await expectFits(visitor, '/admin/invitation')
  expect(await findViolations(visitor)).toEqual([])
})
