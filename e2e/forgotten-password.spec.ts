import { expect } from '@playwright/test'
import { createAdmin, createParticipant } from './support/api.ts'
import { test } from './support/product-fixtures.ts'
import { emailsOf, linkIn } from './support/outbox.ts'
import { emailOf, fillFields } from './support/page-actions.ts'

const maya = 'Maya Lindgren'
const ines = 'Inés Duarte'

test('a user who forgot the password sets a new one with the mailed link and logs in', async ({
  product,
  page,
}) => {
  await createParticipant(product, maya)
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await fillFields(page, { Email: emailOf(maya) })
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByRole('status')).toBeVisible()

  const mails = () => emailsOf(product, 'password')
  await expect.poll(mails).toHaveLength(1)
  const [mail] = await mails()
  await page.goto(linkIn(mail, '/reset-password'))
  await expect(page).toHaveURL('/reset-password')
  await fillFields(page, { Password: 'Another-sunny-day-8', 'Confirm password': 'Another-sunny-day-8' })
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByRole('heading', { name: 'Your password is set' })).toBeVisible()
  await page.getByRole('link', { name: 'Log in' }).click()
  await fillFields(page, { 'Email or username': emailOf(maya), Password: 'Another-sunny-day-8' })
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page).toHaveURL('/dashboard')
})

test('an admin who forgot the password gets back to the admin login @long', async ({ product, page }) => {
  await createAdmin(product, ines)
  await page.goto('/admin/login')
  await fillFields(page, { 'Email or username': emailOf(ines) })
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await expect(page).toHaveURL('/admin/forgot')
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByRole('status')).toBeVisible()

  const mails = () => emailsOf(product, 'password')
  await expect.poll(mails).toHaveLength(1)
  const [mail] = await mails()
  await page.goto(linkIn(mail, '/reset-password'))
  await fillFields(page, { Password: 'Another-sunny-day-8', 'Confirm password': 'Another-sunny-day-8' })
  await page.getByRole('button', { name: 'Set password' }).click()
  await page.getByRole('link', { name: 'Log in' }).click()
  await expect(page).toHaveURL('/admin/login')
  await fillFields(page, { 'Email or username': emailOf(ines), Password: 'Another-sunny-day-8' })
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page).toHaveURL('/admin/leaderboard')
})
