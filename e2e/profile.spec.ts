import { expect } from '@playwright/test'
import { readFile } from 'node:fs/promises'
import { createParticipant } from './support/api.ts'
import { emailOf, logIn, password, screenshotFile } from './support/page-actions.ts'
import { test } from './support/product-fixtures.ts'

const maya = 'Maya Lindgren'

test.beforeEach(async ({ page, product }) => {
  await createParticipant(product, maya)
  await page.goto('/login')
  await logIn(page, emailOf(maya))
  await expect(page).toHaveURL('/dashboard')
  await page.goto('/profile')
})

test('a participant edits the profile, and everything is there after a reload', async ({ page }) => {
  await page.getByRole('button', { name: 'Edit profile' }).click()
  await page.getByRole('textbox', { name: /^Website/ }).fill('maya.example.dev')
  await page.getByRole('textbox', { name: /^Bio/ }).fill('Likes small tools.')
  await page.getByRole('button', { name: 'Dark', exact: true }).click()
  await page.getByRole('switch', { name: 'Newsletter' }).check()
  await page.locator('input[name="profileImage"]').setInputFiles(screenshotFile)
  const dialog = page.getByRole('dialog', { name: 'Crop your image' })
  await dialog.getByRole('slider', { name: 'Zoom' }).fill('2')
  await dialog.getByRole('slider', { name: 'Left to right' }).press('ArrowLeft')
  const area = dialog.getByRole('img', { name: 'Preview of your profile image' })
  await area.dragTo(area, { sourcePosition: { x: 40, y: 40 }, targetPosition: { x: 90, y: 40 } })
  await dialog.getByRole('button', { name: 'Use this image' }).click()
  await expect(page.getByText('Unsaved changes')).toBeVisible()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Profile updated successfully!')).toBeVisible()

  await page.reload()
  const identity = page.getByRole('region', { name: maya })
  await expect(identity.getByRole('link', { name: 'https://maya.example.dev' })).toBeVisible()
  await expect(identity.getByText('Likes small tools.')).toBeVisible()
  await expect(identity.locator('img')).toHaveAttribute('src', /^\/uploads\/\w+\.webp$/)
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(page.getByText('Email, Push, Newsletter')).toBeVisible()
})

test('the theme of the account follows to another device @long', async ({ page, browser, baseURL }) => {
  await page.getByRole('button', { name: 'Edit profile' }).click()
  await page.getByRole('button', { name: 'Dark', exact: true }).click()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Profile updated successfully!')).toBeVisible()

  const other = await browser.newContext({ colorScheme: 'light', ...(baseURL && { baseURL }) })
  const otherPage = await other.newPage()
  await otherPage.goto('/login')
  await logIn(otherPage, emailOf(maya))
  await expect(otherPage).toHaveURL('/dashboard')
  await expect(otherPage.locator('html')).toHaveAttribute('data-theme', 'dark')
  await other.close()
})

test('a participant changes the password, exports their data, and deletes the account', async ({ page }) => {
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByRole('textbox', { name: 'Current password' }).fill(password)
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill('Another-horse-8')
  await page.getByRole('textbox', { name: 'Confirm password' }).fill('Another-horse-8')
  await page.getByRole('button', { name: 'Set new password' }).click()
  await expect(page.getByText('Your password was changed.')).toBeVisible()

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export my data' }).click()
  const data: unknown = JSON.parse(await readFile(await (await download).path(), 'utf8'))
  expect(data).toMatchObject({ account: { fullName: maya, email: emailOf(maya) }, projects: [] })

  await page.getByRole('button', { name: 'Delete my account' }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete your account?' })
  await question.getByRole('textbox', { name: 'Password' }).fill('Another-horse-8')
  await question.getByRole('button', { name: 'Delete my account' }).click()
  await expect(page).toHaveURL('/login')
  await logIn(page, emailOf(maya), 'Another-horse-8')
  await expect(page.getByRole('alert').filter({ hasText: /\w/ })).toBeVisible()
})
