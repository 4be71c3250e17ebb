import { expect } from '@playwright/test'
import { createParticipant } from './support/api.ts'
import { test } from './support/product-fixtures.ts'
import { emailsOf, linkIn } from './support/outbox.ts'
import { emailOf, fillFields, password } from './support/page-actions.ts'

const maya = 'Maya Lindgren'

test('a new user confirms the email address with the mailed link', async ({ product, page }) => {
  await createParticipant(product, maya)
  await page.goto('/login')
  await fillFields(page, { 'Email or username': emailOf(maya), Password: password })
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByText(`We sent a link to ${emailOf(maya)}`)).toBeVisible()

  const mails = () => emailsOf(product, 'confirm-email')
  await expect.poll(mails).toHaveLength(1)
  await page.getByRole('button', { name: 'Send again' }).click()
  await expect(page.getByRole('status').getByText('An email with a new link is on its way.')).toBeVisible()
  await expect.poll(mails).toHaveLength(2)

  const [mail] = await mails()
  const link = linkIn(mail, '/confirm-email')
  await page.goto(link)
  await expect(page).toHaveURL('/confirm-email')
  await page.getByRole('button', { name: 'Confirm email' }).click()
  await expect(page.getByRole('heading', { name: 'Your email is confirmed' })).toBeVisible()
  await page.getByRole('link', { name: 'Go to the dashboard' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome back, Maya' })).toBeVisible()
  await expect(page.getByText('Confirm your email.')).toBeHidden()

  // The link is used up.
  await page.goto(link)
  await page.getByRole('button', { name: 'Confirm email' }).click()
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
})
