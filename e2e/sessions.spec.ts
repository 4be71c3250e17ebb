import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { createAdmin, createParticipant } from './support/api.ts'
import { emailOf, logIn } from './support/page-actions.ts'
import { test } from './support/product-fixtures.ts'

const maya = 'Maya Lindgren'
const sessions = (page: Page) => page.getByRole('list', { name: 'Your sessions' }).getByRole('listitem')

test('a participant sees another browser, logs it out, and stays logged in here', async ({
  product,
  openBrowser,
}) => {
  const here = await openBrowser(maya, { as: await createParticipant(product, maya) })
  const elsewhere = await openBrowser(maya)
  await elsewhere.page.goto('/login')
  await logIn(elsewhere.page, emailOf(maya))
  await expect(elsewhere.page).toHaveURL('/dashboard')
  await elsewhere.page.goto('/leaderboard')
  await expect(elsewhere.page.getByRole('button', { name: 'Live. Pause live updates' })).toBeVisible()

  await here.page.goto('/profile')
  await expect(sessions(here.page)).toHaveCount(2)
  await expect(sessions(here.page).first()).toContainText(/Chrom\w+ on Linux.*This browser/)
  await sessions(here.page)
    .nth(1)
    .getByRole('button', { name: /Log out/ })
    .click()
  await here.page.getByRole('alertdialog').getByRole('button', { name: 'Log out' }).click()
  await expect(sessions(here.page)).toHaveCount(1)
  await expect(here.page.getByText('No other active sessions')).toBeVisible()

  // Nobody touches the other browser: its socket is disconnected, and it asks whether its session has ended.
  await expect(elsewhere.page).toHaveURL('/login', { timeout: 6_000 })
  await expect(elsewhere.page.getByText(/session has ended/i)).toBeVisible()
  await here.page.reload()
  await expect(sessions(here.page)).toHaveCount(1)
})

test('all other sessions end together, and this browser continues @long', async ({
  product,
  openBrowser,
}) => {
  const here = await openBrowser(maya, { as: await createParticipant(product, maya) })
  const others = [await openBrowser(maya), await openBrowser(maya)]
  for (const { page } of others) {
    await page.goto('/login')
    await logIn(page, emailOf(maya))
    await expect(page).toHaveURL('/dashboard')
  }
  await here.page.goto('/profile')
  await expect(sessions(here.page)).toHaveCount(3)
  await here.page.getByRole('button', { name: 'Log out all other sessions' }).click()
  const question = here.page.getByRole('alertdialog', { name: 'Log out all other sessions?' })
  await question.getByRole('button', { name: 'Log out all other sessions' }).click()
  await expect(sessions(here.page)).toHaveCount(1)
  for (const { page } of others) await expect(page).toHaveURL('/login', { timeout: 6_000 })
  await here.page.goto('/dashboard')
  await expect(here.page.getByRole('heading', { level: 1 })).toContainText('Maya')
})

test('an admin sees where a user is logged in, and logs the user out', async ({ product, openBrowser }) => {
  const user = await openBrowser(maya, { as: await createParticipant(product, maya) })
  await user.page.goto('/dashboard')
  const admin = await openBrowser('Ines Duarte', { as: await createAdmin(product, 'Ines Duarte') })
  await admin.page.goto('/admin/users')
  await admin.page.getByRole('button', { name: maya }).click()
  const list = admin.page.getByRole('list', { name: `Sessions of ${maya}` })
  await expect(list.getByRole('listitem')).toContainText(/Chrom\w+ on Linux/)
  await admin.page.getByRole('button', { name: 'End sessions' }).click()
  await admin.page.getByRole('alertdialog').getByRole('button', { name: 'End sessions' }).click()
  await expect(user.page).toHaveURL('/login', { timeout: 6_000 })
  await expect(admin.page.getByText('No active sessions seen since the last restart.')).toBeVisible()
})

test('the sessions are shown in German @long', async ({ product, openBrowser }) => {
  const { context, page } = await openBrowser(maya, { as: await createParticipant(product, maya) })
  await context.addCookies([{ name: 'language', value: 'de', url: product.url }])
  await page.goto('/profile')
  const card = page.getByRole('region', { name: 'Sitzungen' })
  await expect(card.getByRole('listitem')).toContainText(
    /Chrom\w+ unter Linux.*Dieser Browser.*Zuletzt aktiv: /,
  )
  await expect(card.getByRole('button', { name: 'Alle anderen Sitzungen abmelden' })).toBeVisible()
  await expect(card).not.toContainText(/session|logged|browser ?is/)
})
