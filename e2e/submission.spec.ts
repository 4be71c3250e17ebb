import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { startChallenge, createProject, createParticipant, createAdmin } from './support/api.ts'
import { test } from './support/product-fixtures.ts'
import { alertWithText, fillFields, fillSubmissionForm } from './support/page-actions.ts'

const maya = 'Maya Lindgren'
const megabyte = 1024 * 1024
const screenshot = (page: Page) => page.getByLabel('Screenshot', { exact: true })
const submit = (page: Page) => page.getByRole('button', { name: 'Submit Project' })

test('a screenshot that is larger than two megabytes or not an image is refused and cleared', async ({
  product,
  openBrowser,
}) => {
  const { page } = await openBrowser(maya, { as: await createParticipant(product, maya) })
  await page.goto('/SubmitProject')
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
  const choose = (name: string, mimeType: string, buffer: Buffer) =>
    screenshot(page).setInputFiles({ name, mimeType, buffer })

  await choose('huge.png', 'image/png', Buffer.alloc(2 * megabyte + 1))
  await expect(screenshot(page)).toHaveAccessibleDescription(
    'File size exceeds 2MB limit. Please choose a smaller image.',
  )
  await expect(screenshot(page)).toHaveValue('')
  await expect(page.getByText('Choose an image or drop it here')).toBeVisible()

  await choose('notes.txt', 'text/plain', Buffer.from('Not an image.'))
  await expect(screenshot(page)).toHaveAccessibleDescription('Choose an image, such as PNG, JPEG or WebP.')
  await expect(screenshot(page)).toHaveValue('')
  expect(sent).toEqual([])

  // This file has the name and type of an image; only the server checks the content.
  await choose('notes.png', 'image/png', Buffer.from('Not an image.'))
  await expect(screenshot(page)).toHaveAccessibleDescription('Please choose a JPEG, PNG or WebP image.')
  await expect(screenshot(page)).toHaveValue('')
  await expect(page.getByText('Choose an image or drop it here')).toBeVisible()
})

test('the form lists what is missing, with links to the fields', async ({ product, openBrowser }) => {
  const { page } = await openBrowser(maya, { as: await createParticipant(product, maya) })
  await page.goto('/SubmitProject')
  await fillFields(page, { 'Project name': 'Tomato clock', 'Live link': 'tomato.example' })
  await submit(page).click()
  const summary = alertWithText(page, 'things to fix')
  await expect(summary).toContainText('5 things to fix')
  await expect(page.getByRole('textbox', { name: 'Live link' })).toHaveAccessibleDescription(
    'Enter a full address that starts with http:// or https://',
  )
  await expect(page.getByRole('textbox', { name: 'Live link' })).toBeFocused()
  await summary.getByRole('link', { name: 'Description is required' }).click()
  await expect(page.getByRole('textbox', { name: 'Description' })).toBeFocused()
})

test('the form opens with day 19, or the current day of a started challenge', async ({
  product,
  openBrowser,
}) => {
  const { page } = await openBrowser(maya, { as: await createParticipant(product, maya) })
  await page.goto('/SubmitProject')
  const day = page.getByRole('combobox', { name: /^Day/ })
  await expect(day).toContainText('19')
  await startChallenge(product, await createAdmin(product, 'Ines Duarte'))
  await expect(day).toContainText(/^Day 1\D/)
})

test('a day that was submitted from another device in the meantime is refused', async ({
  product,
  openBrowser,
}) => {
  const as = await createParticipant(product, maya)
  const { page } = await openBrowser(maya, { as })
  await fillSubmissionForm(page, { projectName: 'Tomato clock', day: 4 })
  await createProject(product, as, { projectName: 'Tomato clock, first try', day: 4 })
  await submit(page).click()
  await expect(page.getByRole('combobox', { name: /^Day/ })).toHaveAccessibleDescription(
    'You have already submitted a project for day 4',
  )
  await expect(page.getByRole('textbox', { name: 'Project name' })).toHaveValue('Tomato clock')

  // After a reload the form shows that the day was submitted, before anything is sent.
  await page.reload()
  await expect(page.getByText("You've submitted day 4.")).toBeVisible()
})

test('a draft and its screenshot survive a reload and disappear after submission', async ({
  product,
  openBrowser,
}) => {
  const { page } = await openBrowser(maya, { as: await createParticipant(product, maya) })
  await fillSubmissionForm(page, { projectName: 'Tomato clock', day: 4 })
  await expect(page.getByText('Draft saved to your account')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Project name' })).toHaveValue('Tomato clock')
  await expect(page.getByRole('textbox', { name: 'Repository link' })).toHaveValue(
    'https://git.example/maya/tomato',
  )
  await expect(page.getByRole('button', { name: 'Replace' })).toBeVisible()
  await submit(page).click()
  await expect(page.getByRole('heading', { name: 'Successfully Submitted!' })).toBeFocused()
  // After three seconds the empty form appears again.
  await expect(page.getByRole('textbox', { name: 'Project name' })).toHaveValue('')
})

test('a draft continues on another device, and what both write at the same time is kept @long', async ({
  product,
  openBrowser,
}) => {
  const as = await createParticipant(product, maya)
  const { page: laptop } = await openBrowser('Maya at her laptop', { as })
  const { page: phone } = await openBrowser('Maya at her phone', { as })
  const nameOn = (page: Page) => page.getByRole('textbox', { name: 'Project name' })
  const savedOn = (page: Page) => page.getByText('Draft saved to your account')
  await fillSubmissionForm(laptop, { projectName: 'Tomato clock', day: 4 })
  await expect(savedOn(laptop)).toBeVisible()

  await phone.goto('/SubmitProject')
  await phone.getByRole('button', { name: 'Day 4' }).click()
  await expect(nameOn(phone)).toHaveValue('Tomato clock')
  await expect(phone.getByText(/^written in Chrom\w* on Linux/)).toBeVisible()
  await expect(phone.getByRole('button', { name: 'Replace' })).toBeVisible()

  await nameOn(phone).fill('Tomato clock of the phone')
  await expect(laptop.getByText('There is a newer version')).toBeVisible()
  await nameOn(laptop).fill('Tomato clock of the laptop')
  await expect(phone.getByText('There is a newer version')).toBeVisible()
  await phone.getByRole('button', { name: /^Use it: the version/ }).click()
  await expect(nameOn(phone)).toHaveValue('Tomato clock of the laptop')
  await phone.getByRole('button', { name: /^Use it: the version/ }).click()
  await expect(nameOn(phone)).toHaveValue('Tomato clock of the phone')

  await submit(laptop).click()
  await expect(laptop.getByRole('heading', { name: 'Successfully Submitted!' })).toBeVisible()
  await expect(phone.getByRole('button', { name: /^Use it: the version/ })).toHaveCount(0)
  const response = await laptop.request.get(`${product.url}/api/drafts`, {
    headers: { authorization: `Bearer ${as.token}` },
  })
  expect(await response.json()).toEqual({ success: true, drafts: [] })
})

test('text that is typed without a connection reaches the account later', async ({
  product,
  openBrowser,
}) => {
  const { page } = await openBrowser(maya, { as: await createParticipant(product, maya) })
  await page.goto('/SubmitProject?day=4')
  const name = page.getByRole('textbox', { name: 'Project name' })
  await expect(name).toBeVisible()
  await page.context().setOffline(true)
  await name.fill('Written in a tunnel')
  await expect(page.getByText('Draft saved on this device')).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByText('Draft saved to your account')).toBeVisible()
})

test('a future day is refused after the start of the challenge', async ({ product, openBrowser }) => {
  const { page } = await openBrowser(maya, { as: await createParticipant(product, maya) })
  await fillSubmissionForm(page, { projectName: 'Tomato clock', day: 12 })
  await startChallenge(product, await createAdmin(product, 'Ines Duarte'))
  await submit(page).click()
  await expect(page.getByRole('combobox', { name: /^Day/ })).toHaveAccessibleDescription(
    'Day 12 has not started yet',
  )
  await expect(page.getByRole('heading', { name: 'Successfully Submitted!' })).toBeHidden()
})

test('each of two offline tabs with a draft of the same day shows a warning, and the account gets both drafts @long', async ({
  product,
  openBrowser,
}) => {
  const { page: first, context } = await openBrowser(maya, { as: await createParticipant(product, maya) })
  const second = await context.newPage()
  const nameIn = (page: Page) => page.getByRole('textbox', { name: 'Project name' })
  for (const page of [first, second]) {
    await page.goto('/SubmitProject?day=4')
    await expect(nameIn(page)).toBeVisible()
  }
  await context.setOffline(true)
  await nameIn(first).fill('Tomato clock of the first tab')
  await nameIn(second).fill('Tomato clock of the second tab')
  for (const page of [first, second])
    await expect(page.getByText('You are writing about this day in another tab, too')).toBeVisible()

  await context.setOffline(false)
  for (const page of [first, second]) {
    await expect(page.getByText('Draft saved to your account')).toBeVisible()
    await expect(page.getByText('You are writing about this day in another tab, too')).toBeHidden()
  }
  await second.getByRole('button', { name: /^Use it: the version written in Chrom/ }).click()
  await expect(nameIn(second)).toHaveValue('Tomato clock of the first tab')
})
