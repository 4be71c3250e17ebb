import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { expect } from '@playwright/test'

export const password = 'Sunny-day-7'
export const screenshotFile = join(import.meta.dirname, 'tomato-clock.png')

/** A user with their own browser. */
export type BrowserUser = { name: string; context: BrowserContext; page: Page }

export const usernameOf = (name: string): string => name.toLowerCase().replaceAll(/[^a-z]+/g, '_')
export const emailOf = (name: string): string => `${usernameOf(name)}@example.org`

/** Fills fields by their labels. */
export async function fillFields(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(fields)) {
    await page.getByRole('textbox', { name: label, exact: true }).fill(value)
  }
}

/** Signs up with the form and waits for the dashboard. */
export async function signUp({ page, name }: BrowserUser): Promise<void> {
  await page.goto('/signup')
  await fillFields(page, {
    'Full name': name,
    'Username (optional)': usernameOf(name),
    Email: emailOf(name),
    Password: password,
    'Confirm password': password,
  })
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expect(page).toHaveURL('/dashboard')
}

/** Signs up as an admin with the registration key and waits for the admin area. */
export async function signUpAdmin({ page, name }: BrowserUser, adminKey: string): Promise<void> {
  await page.goto('/admin/signup')
  await fillFields(page, {
    'Full name': name,
    Username: usernameOf(name),
    Email: emailOf(name),
    Password: password,
    'Confirm password': password,
    'Admin registration key': adminKey,
  })
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page).toHaveURL('/admin/leaderboard')
}

/** Logs in with the form on the current page. */
export async function logIn(page: Page, emailOrUsername: string, secret = password): Promise<void> {
  await fillFields(page, { 'Email or username': emailOrUsername, Password: secret })
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}

/** Fills the submission form, including the screenshot, and waits until the screenshot is uploaded. */
export async function fillSubmissionForm(
  page: Page,
  project: { projectName: string; day: number },
): Promise<void> {
  await page.goto(`/SubmitProject?day=${project.day}`)
  await fillFields(page, {
    'Project name': project.projectName,
    'Live link': 'https://tomato.example.dev',
    'Repository link': 'https://git.example/maya/tomato',
    Description: 'Counts down twenty-five minutes, then asks for a break.',
    Languages: 'TypeScript, CSS',
  })
  await page.getByLabel('Screenshot', { exact: true }).setInputFiles(screenshotFile)
  await expect(page.getByRole('button', { name: 'Replace' })).toBeVisible()
}

/** Submits a project with the form and waits for the success panel. */
export async function submitProject(
  { page }: BrowserUser,
  project: { projectName: string; day: number },
): Promise<void> {
  await fillSubmissionForm(page, project)
  await page.getByRole('button', { name: 'Submit Project' }).click()
  await expect(page.getByRole('heading', { name: 'Successfully Submitted!' })).toBeVisible()
  await expect(page.getByText('Your project has been submitted for review.')).toBeVisible()
}

/** Approves a project in the submission list on the current page, and returns its row. */
export async function approveSubmission({ page }: BrowserUser, projectName: string) {
  const row = submissionRow(page, projectName)
  await row.getByRole('button', { name: `Approve ${projectName}` }).click()
  await expect(row).toContainText('Approved')
  return row
}

/** Rates a project of the submission list with four stars for each of the five criteria. */
export async function rateWithFourStars({ page }: BrowserUser, projectName: string): Promise<void> {
  await submissionRow(page, projectName).getByRole('link', { name: 'Rate Project' }).click()
  for (const criterion of ['Functionality', 'Design', 'Creativity', 'Code Quality', 'Usability']) {
    const stars = page.getByRole('radiogroup', { name: criterion, exact: true })
    await stars.getByRole('radio', { name: '4 stars' }).check({ force: true })
  }
  await page
    .getByRole('textbox', { name: 'Feedback' })
    .fill('Clean state handling, and the keyboard controls are a treat.')
  await page.getByRole('button', { name: 'Submit Rating' }).click()
  await expect(page.getByRole('heading', { name: 'Rating Submitted Successfully!' })).toBeVisible()
  await expect(page.getByText('4.0/5')).toBeVisible()
}

/** An alert with this text. The page also has an empty alert for later messages. */
export const alertWithText = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text })

/** A row of the submission list. */
export const submissionRow = (page: Page, projectName: string) =>
  page
    .getByRole('list', { name: 'Submissions' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: projectName, exact: true }) })

/** A place of the podium, 1 to 3. */
export const podiumPlace = (page: Page, place: 1 | 2 | 3) =>
  page
    .getByRole('list', { name: 'Podium' })
    .getByRole('listitem')
    .nth(place - 1)

/** Marks the page. Returns a function that expects that the page was not reloaded since then. */
export async function watchForReload(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => document.documentElement.setAttribute('data-not-reloaded', 'yes'))
  return async () => {
    await expect(page.locator('html')).toHaveAttribute('data-not-reloaded', 'yes')
  }
}
