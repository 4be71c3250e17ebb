import { expect } from '@playwright/test'
import { createParticipant, createProject } from './support/api.ts'
import { emailOf, logIn, password, usernameOf } from './support/page-actions.ts'
import { test } from './support/product-fixtures.ts'

const [maya, kenji] = ['Maya Lindgren', 'Kenji Watanabe']

test('a participant reads the profile of another one, who changes it meanwhile @long', async ({
  page,
  product,
  browser,
  baseURL,
}) => {
  await createParticipant(product, maya)
  const owner = await createParticipant(product, kenji)
  await createProject(product, owner, { projectName: 'Pulse', day: 1 })
  await page.goto('/login')
  await logIn(page, emailOf(maya))
  await expect(page).toHaveURL('/dashboard')
  await page.goto('/community?tab=members')
  await page.getByRole('tabpanel', { name: 'Members' }).getByRole('link', { name: kenji }).click()
  await expect(page).toHaveURL(`/u/${owner._id}`)
  await expect(page.getByRole('heading', { level: 1, name: kenji })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Projects' }).getByRole('listitem')).toHaveCount(1)

  const other = await browser.newContext(baseURL === undefined ? {} : { baseURL })
  const ownPage = await other.newPage()
  await ownPage.goto('/login')
  await logIn(ownPage, emailOf(kenji))
  await expect(ownPage).toHaveURL('/dashboard')
  await ownPage.goto(`/u/${usernameOf(kenji)}`)
  await ownPage.getByRole('link', { name: 'Edit profile' }).click()
  await ownPage.getByRole('textbox', { name: /^Bio/ }).fill('Night coder.')
  await ownPage.getByRole('textbox', { name: /^Location/ }).fill('Osaka')
  await ownPage.getByRole('checkbox', { name: 'Show bio' }).check()
  await ownPage.getByRole('button', { name: 'Save changes' }).click()
  await expect(ownPage.getByText('Profile updated successfully!')).toBeVisible()

  // Without a reload: what is shown appears, what is hidden does not.
  await expect(page.getByText('Night coder.')).toBeVisible()
  await expect(page.getByText('Osaka')).toBeHidden()
  await ownPage.getByRole('link', { name: 'View public profile' }).click()
  await expect(ownPage.getByText(/Only you see your location/)).toBeVisible()
  await createProject(product, owner, { projectName: 'Notes', day: 2 })
  await expect(page.getByRole('link', { name: 'Notes' }).first()).toBeVisible()

  await page.getByRole('link', { name: 'Pulse' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Pulse' })).toBeVisible()
  await page.getByRole('link', { name: 'Profile', exact: true }).first().click()
  await expect(page).toHaveURL(`/u/${owner._id}`)
  await other.close()
})

test('a visitor logs in before a profile is shown', async ({ page, product }) => {
  const owner = await createParticipant(product, kenji)
  await page.goto(`/u/${owner._id}`)
  await expect(page).toHaveURL('/login')
  await expect(page.getByText(kenji)).toBeHidden()
  await logIn(page, emailOf(kenji), password)
  await expect(page).toHaveURL(`/u/${owner._id}`)
  await expect(page.getByRole('heading', { level: 1, name: kenji })).toBeVisible()
})
