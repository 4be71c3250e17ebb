import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { alertWithText } from './page-actions.ts'
import type { SeededProduct } from './seeded-fixtures.ts'

export type Screen = {
  name: string
  path: string | ((seeded: SeededProduct) => string)
  /** Waits until the screen is there, and brings it into its state. */
  ready: (page: Page) => Promise<void>
}

const heading = (name: string | RegExp) => (page: Page) =>
  expect(page.getByRole('heading', { level: 1, name })).toBeVisible()

/** Presses a button, on a phone where it is, and waits for the dialog. */
const asks = (press: string | RegExp, role: 'dialog' | 'alertdialog') => async (page: Page) => {
  await page.getByRole('button', { name: press }).first().click()
  await expect(page.getByRole(role)).toBeVisible()
}

/** Writes into the search of the admin area, on a phone in the menu, and waits for what it says. */
const searches = (words: string, says: string) => async (page: Page) => {
  const menu = page.getByRole('button', { name: 'Menu' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  if (await menu.isVisible()) await menu.click()
  await page.getByRole('combobox', { name: 'Search participants and projects' }).fill(words)
  await expect(page.getByText(says).first()).toBeVisible()
  // An active option has other colours.
  await page.keyboard.press('ArrowDown')
  await expect(page.locator('[role="option"][aria-selected="true"]')).toBeVisible()
}

const row = (page: Page) => page.getByRole('button', { name: 'Details of Leila Haddad' })
const submitPressed = (page: Page) => page.getByRole('button', { name: 'Submit Project' }).click()

export const visitorScreens: Screen[] = [
  {
    name: 'landing',
    path: '/',
    ready: (page) =>
      expect(
        page
          .getByRole('region', { name: /^Leaderboard/ })
          .getByRole('listitem')
          .first(),
      ).toBeVisible(),
  },
  { name: 'log-in', path: '/login', ready: heading('Log in') },
  {
    name: 'log-in with errors',
    path: '/login',
    ready: async (page) => {
      await page.getByRole('button', { name: 'Log in' }).click()
      await expect(page.getByText('Password is required')).toBeVisible()
    },
  },
  { name: 'sign-up', path: '/signup', ready: heading('Join the challenge') },
  {
    name: 'sign-up with errors',
    path: '/signup',
    ready: async (page) => {
      await page.getByRole('textbox', { name: 'Password', exact: true }).fill('abcD')
      await page.getByRole('button', { name: 'Sign up' }).click()
      await expect(page.getByText('Full name is required')).toBeVisible()
    },
  },
  { name: 'admin log-in', path: '/admin/login', ready: heading('Log in') },
  {
    name: 'admin sign-up with errors',
    path: '/admin/signup',
    ready: async (page) => {
      await page.getByRole('button', { name: 'Register' }).click()
      await expect(alertWithText(page, 'things to fix')).toBeVisible()
    },
  },
  { name: 'forgot password', path: '/forgot', ready: heading('Forgot password') },
  { name: 'new password', path: '/reset-password?token=of-a-mail', ready: heading('New password') },
  { name: 'half a link', path: '/reset-password', ready: heading('This link is incomplete') },
  { name: 'a page to come', path: '/projects/p1/ratings', ready: heading('Feedback and ratings') },
]

export const participantScreens: Screen[] = [
  {
    name: 'dashboard',
    path: '/dashboard',
    ready: (page) => expect(page.getByRole('link', { name: 'Full leaderboard' })).toBeVisible(),
  },
  { name: 'leaderboard', path: '/leaderboard', ready: (page) => expect(row(page)).toBeVisible() },
  {
    name: 'leaderboard, a row open',
    path: '/leaderboard',
    ready: async (page) => {
      await row(page).click()
      await expect(page.getByRole('heading', { name: 'Recent Projects' })).toBeVisible()
    },
  },
  {
    name: 'leaderboard, nobody found',
    path: '/leaderboard?search=nobody-at-all',
    ready: (page) => expect(page.getByText('No participant matches')).toBeVisible(),
  },
  {
    name: 'leaderboard, out of reach',
    path: '/leaderboard',
    ready: async (page) => {
      await page.route('**/api/leaderboard/leaderboard*', (route) => route.abort())
      await page.reload()
      await expect(alertWithText(page, 'Failed to load leaderboard data.')).toBeVisible()
      await page.unroute('**/api/leaderboard/leaderboard*')
    },
  },
  { name: 'submit', path: '/SubmitProject', ready: heading('Submit project') },
  {
    name: 'submit with errors',
    path: '/SubmitProject?day=1',
    ready: async (page) => {
      await submitPressed(page)
      await expect(alertWithText(page, 'things to fix')).toBeVisible()
    },
  },
  {
    name: 'submit, days open',
    path: '/SubmitProject',
    ready: async (page) => {
      await page.getByRole('combobox', { name: 'Day' }).click()
      await expect(page.getByRole('listbox')).toBeVisible()
    },
  },
  { name: 'daily challenge', path: '/daily-challenge', ready: heading('Daily challenge') },
  { name: 'a screen to come', path: '/profile', ready: heading('Profile') },
]

export const participantDialog: Record<'wide' | 'phone', Screen> = {
  wide: { name: 'log-out question', path: '/dashboard', ready: asks('Log out', 'alertdialog') },
  phone: { name: 'more', path: '/dashboard', ready: asks('More', 'dialog') },
}

export const adminScreens: Screen[] = [
  {
    name: 'admin leaderboard',
    path: '/admin/leaderboard',
    ready: (page) => expect(page.getByText('Kenji Watanabe').first()).toBeVisible(),
  },
  {
    name: 'submissions',
    path: '/admin/submissions',
    ready: (page) => expect(page.getByRole('button', { name: /^Approve / }).first()).toBeVisible(),
  },
  {
    name: 'submissions, rejected ones',
    path: ({ rejected }) => `/admin/submissions?status=rejected&project=${rejected}`,
    ready: (page) => expect(page.getByText('The live link does not answer.').first()).toBeVisible(),
  },
  {
    name: 'submissions, question of a rejection',
    path: '/admin/submissions?status=submitted',
    ready: asks(/^Reject /, 'dialog'),
  },
  {
    name: 'rate project',
    path: ({ pending }) => `/admin/rate-project/${pending}`,
    ready: async (page) => {
      await expect(page.getByRole('heading', { name: 'Rate Project' })).toBeVisible()
      const stars = page.getByRole('radiogroup', { name: 'Design' })
      await stars.getByRole('radio', { name: '4 stars' }).check({ force: true })
    },
  },
  {
    name: 'rate project, not found',
    path: '/admin/rate-project/none',
    ready: (page) => expect(page.getByText('Project Not Found').first()).toBeVisible(),
  },
  { name: 'settings', path: '/admin/settings', ready: heading('Admin Challenge Controls') },
  {
    name: 'search of admins',
    path: '/admin/settings',
    ready: searches('zoe o', 'Pulse by Zoë Ó Briain'),
  },
  {
    name: 'search of admins, nothing found',
    path: '/admin/settings',
    ready: searches('nobody at all', 'Try adjusting your search or filter criteria'),
  },
  { name: 'an admin screen to come', path: '/admin/users', ready: heading('User Management') },
]

export const adminDialog: Record<'wide' | 'phone', Screen> = {
  wide: { name: 'admin log-out question', path: '/admin/settings', ready: asks('Logout', 'alertdialog') },
  phone: { name: 'admin menu', path: '/admin/settings', ready: asks('Menu', 'dialog') },
}

export async function openScreen(page: Page, { path, ready }: Screen, seeded: SeededProduct): Promise<void> {
  await page.goto(typeof path === 'string' ? path : path(seeded))
  await ready(page)
}
