import { expect } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'
import { createParticipant, createAdmin } from './support/api.ts'
import { test } from './support/product-fixtures.ts'
import { alertWithText, emailOf, fillFields, logIn, password } from './support/page-actions.ts'

const maya = 'Maya Lindgren'
const field = (page: Page, label: string) => page.getByRole('textbox', { name: label, exact: true })

/** Types into a field, leaves it, and expects this message at the field. */
async function expectFieldMessage(page: Page, label: string, typed: string, message: string): Promise<void> {
  await field(page, label).fill(typed)
  await field(page, label).blur()
  await expect(field(page, label)).toHaveAccessibleDescription(message)
}

test('sign-up shows the message for each invalid field @long', async ({ page }) => {
  await page.goto('/login?signup=true')
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expect(field(page, 'Full name')).toBeFocused()
  await expectFieldMessage(page, 'Full name', '', 'Full name is required')
  await expectFieldMessage(page, 'Full name', 'M', 'Name too short')
  await expectFieldMessage(page, 'Full name', 'Maya 2', 'Invalid characters')
  await expectFieldMessage(page, 'Username (optional)', 'maya-l', 'Only letters, numbers and underscores')
  await expectFieldMessage(page, 'Email', '', 'Email is required')
  await expectFieldMessage(page, 'Email', 'maya@', 'Invalid email format')
  await expectFieldMessage(page, 'Password', '', 'Password is required')
  await expectFieldMessage(page, 'Password', 'Abc-1', 'Minimum 8 characters')
  await expectFieldMessage(page, 'Password', 'abcdefg-1', 'Need at least 1 uppercase')
  await expectFieldMessage(page, 'Password', 'ABCDEFG-1', 'Need at least 1 lowercase')
  await expectFieldMessage(page, 'Password', 'Abcdefg-h', 'Need at least 1 number')
  await expectFieldMessage(page, 'Password', 'Abcdefg1', 'Need at least 1 symbol')
  await expectFieldMessage(page, 'Password', password, '')
  await expectFieldMessage(page, 'Confirm password', `${password}x`, 'Passwords must match')
  expect(sent).toEqual([])
})

/** Presses near the upper edge of an element for as long as people do, without following it when it moves. */
async function press(page: Page, target: Locator, device: 'mouse' | 'finger'): Promise<void> {
  const box = await target.boundingBox()
  if (!box) throw new Error(`${target.toString()} is not shown.`)
  const point = { x: box.x + box.width / 2, y: box.y + 4 }
  if (device === 'mouse') return page.mouse.click(point.x, point.y, { delay: 250 })
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] })
  await page.waitForTimeout(250)
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

for (const device of ['mouse', 'finger'] as const)
  test(`a press with the ${device} counts, although it takes the focus of a field that is then found empty`, async ({
    openBrowser,
  }) => {
    const { page } = await openBrowser('Visitor', { hasTouch: device === 'finger' })
    await page.goto('/login')
    await field(page, 'Email or username').focus()
    await press(page, page.getByRole('link', { name: 'Forgot password?' }), device)
    await expect(page).toHaveURL('/forgot')
    await page.goto('/signup')
    await field(page, 'Full name').focus()
    await press(page, page.getByRole('button', { name: 'Sign up' }), device)
    await expect(alertWithText(page, 'things to fix')).toBeVisible()
  })

test('a taken email is refused in any case @long', async ({ page, product }) => {
  await createParticipant(product, maya)
  await page.goto('/signup')
  await fillFields(page, {
    'Full name': 'Another Maya',
    Email: emailOf(maya).toUpperCase(),
    Password: password,
    'Confirm password': password,
  })
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveAccessibleDescription(
    'Email or username is already taken',
  )
  await expect(page).toHaveURL('/signup')
})

test('users log in with email or username in any case', async ({ page, product }) => {
  await createParticipant(product, maya)
  for (const name of ['MAYA_Lindgren', 'Maya_Lindgren@Example.ORG']) {
    await page.goto('/login')
    await logIn(page, name)
    await expect(page).toHaveURL('/dashboard')
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Maya')
    await page.evaluate(() => localStorage.clear())
  }
})

test('the login form shows missing fields, but not whether the name or the password was wrong @long', async ({
  page,
  product,
}) => {
  await createParticipant(product, maya)
  await page.goto('/login')
  await expectFieldMessage(page, 'Email or username', '', 'Email or username is required')
  await expectFieldMessage(page, 'Password', '', 'Password is required')
  for (const [name, secret] of [
    ['maya_lindgren', 'Rainy-day-7'],
    ['nobody_at_all', password],
  ] as const) {
    await logIn(page, name, secret)
    await expect(alertWithText(page, 'Invalid email/username or password')).toBeVisible()
    await page.reload()
  }
})

test('every path redirects users to a page that they may see @long', async ({ product, openBrowser }) => {
  const visitor = (await openBrowser('Visitor')).page
  for (const address of ['/dashboard', '/SubmitProject', '/leaderboard', '/daily-challenge', '/profile']) {
    await visitor.goto(address)
    await expect(visitor).toHaveURL('/login')
  }
  await visitor.goto('/admin/submissions')
  await expect(visitor).toHaveURL('/admin/login')
  await visitor.goto('/no/such/place')
  await expect(visitor).toHaveURL('/')

  const user = (await openBrowser(maya, { as: await createParticipant(product, maya) })).page
  for (const address of ['/login', '/signup', '/admin/login', '/admin/signup', '/no/such/place']) {
    await user.goto(address)
    await expect(user).toHaveURL('/dashboard')
  }

  const admin = (await openBrowser('Ines', { as: await createAdmin(product, 'Ines Duarte') })).page
  for (const address of ['/admin', '/admin/login', '/login', '/no/such/place']) {
    await admin.goto(address)
    await expect(admin).toHaveURL('/admin/leaderboard')
  }
})

test('after logging in, users return to the page they opened', async ({ page, product }) => {
  await createParticipant(product, maya)
  await page.goto('/SubmitProject?day=7')
  await expect(page).toHaveURL('/login')
  await logIn(page, emailOf(maya))
  await expect(page).toHaveURL('/SubmitProject?day=7')
})

test('logging in and out takes effect in every tab, and logging out asks for confirmation', async ({
  product,
  openBrowser,
}) => {
  const { page, context } = await openBrowser(maya)
  await createParticipant(product, maya)
  await page.goto('/login')
  const otherTab = await context.newPage()
  await otherTab.goto('/login')
  // A background tab paints once a second, and Playwright waits for two paints before a click.
  await page.bringToFront()
  await logIn(page, emailOf(maya))
  await expect(page).toHaveURL('/dashboard')
  await expect(otherTab).toHaveURL('/dashboard')

  await page.getByRole('button', { name: 'Log out' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Are you sure you want to logout?')
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  await expect(page).toHaveURL('/dashboard')

  await page.getByRole('button', { name: 'Log out' }).click()
  await question.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')
  await expect(otherTab).toHaveURL('/login')
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  await page.goto('/dashboard')
  await expect(page).toHaveURL('/login')
})

test('a participant cannot log in to the admin area', async ({ page, product }) => {
  await createParticipant(product, maya)
  await page.goto('/admin/login')
  await logIn(page, emailOf(maya))
  await expect(alertWithText(page, 'You do not have admin privileges')).toBeVisible()
  await expect(page).toHaveURL('/admin/login')
  expect(await page.evaluate(() => localStorage.getItem('adminToken'))).toBeNull()
})

test('registering as an admin requires the key and two equal passwords', async ({ page, product }) => {
  await page.goto('/admin/signup')
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
  await fillFields(page, {
    'Full name': 'Ines Duarte',
    Username: 'ines_duarte',
    Email: 'ines@example.org',
    Password: password,
    'Confirm password': 'Sunny-day-8',
    'Admin registration key': 'not-the-key',
  })
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(field(page, 'Confirm password')).toHaveAccessibleDescription('Passwords do not match')
  expect(sent).toEqual([])

  await fillFields(page, { 'Confirm password': password })
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(alertWithText(page, 'Invalid admin registration key')).toBeVisible()
  await fillFields(page, { 'Admin registration key': product.adminKey })
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page).toHaveURL('/admin/leaderboard')
})
