import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { openInApp } from './in-app.ts'
import { alertWithText, screenshotFile } from './page-actions.ts'
import type { SeededProduct } from './seeded-fixtures.ts'

export type Screen = {
  name: string
  path: string | ((seeded: SeededProduct) => string)
  /** Loads the page. Default: the page goes there from the screen before. */
  needsLoad?: true
  /** Intercepts requests, which `ready` must not. The page is loaded with it, and again for the next screen without it. */
  intercept?: (page: Page) => Promise<unknown>
  /** Waits until the screen is loaded and brings it into the state to check. */
  ready: (page: Page) => Promise<void>
  /** The element that can be reached: an open list hides the rest of the page from assistive technology. */
  scope?: string
}

export const waitForStateHeading = (name: string) => (page: Page) =>
  expect(page.getByRole('heading', { level: 2, name })).toBeVisible()

const waitForHeading = (name: string | RegExp) => (page: Page) =>
  expect(page.getByRole('heading', { level: 1, name })).toBeVisible()

/** Presses a button and waits for its dialog. */
export const openDialog = (button: string | RegExp, role: 'dialog' | 'alertdialog') => async (page: Page) => {
  await page.getByRole('button', { name: button }).first().click()
  await expect(page.getByRole(role)).toBeVisible()
}

/** Searches in the admin area and waits for this result. On a phone the search is in the menu. */
const search = (query: string, result: string) => async (page: Page) => {
  const menu = page.getByRole('button', { name: 'Menu' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  if (await menu.isVisible()) await menu.click()
  await page.getByRole('combobox', { name: 'Search participants and projects' }).fill(query)
  await expect(page.getByText(result).first()).toBeVisible()
  // An active option has colours of its own, whose contrast is checked as well.
  await page.keyboard.press('ArrowDown')
  await expect(page.locator('[role="option"][aria-selected="true"]')).toBeVisible()
}

const leaderboardRow = (page: Page) => page.getByRole('button', { name: 'Details of Leila Haddad' })
const pressSubmit = (page: Page) => page.getByRole('button', { name: 'Submit Project' }).click()

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
  { name: 'login', path: '/login', ready: waitForHeading('Log in') },
  {
    name: 'login with errors',
    path: '/login',
    ready: async (page) => {
      await page.getByRole('button', { name: 'Log in' }).click()
      await expect(page.getByText('Password is required')).toBeVisible()
    },
  },
  {
    name: 'an unknown certificate',
    path: '/certificates/unknown',
    ready: waitForStateHeading('There is no certificate with this code'),
  },
  { name: 'sign-up', path: '/signup', ready: waitForHeading('Join the challenge') },
  {
    name: 'sign-up with errors',
    path: '/signup',
    ready: async (page) => {
      await page.getByRole('textbox', { name: 'Password', exact: true }).fill('abcD')
      await page.getByRole('button', { name: 'Sign up' }).click()
      await expect(page.getByText('Full name is required').first()).toBeVisible()
    },
  },
  { name: 'admin login', path: '/admin/login', ready: waitForHeading('Log in') },
  {
    name: 'second step of the admin login',
    path: '/admin/login',
    intercept: async (page) => {
      const secondFactor = { token: 'of-the-step', kinds: ['app', 'passkey', 'recovery-code'] }
      await page.route('**/api/auth/login', (route) =>
        route.fulfill({ json: { success: true, message: '', secondFactor } }),
      )
    },
    ready: async (page) => {
      await page.getByLabel('Email or username').fill('ines_duarte')
      await page.getByLabel('Password', { exact: true }).fill('Thirty-days-1')
      await page.getByRole('button', { name: 'Log in', exact: true }).click()
      await waitForHeading('Confirm your login')(page)
      await expect(page.getByLabel('Code')).toBeFocused()
    },
  },
  {
    name: 'admin sign-up with errors',
    path: '/admin/signup',
    ready: async (page) => {
      await page.getByRole('button', { name: 'Register' }).click()
      await expect(alertWithText(page, 'things to fix')).toBeVisible()
    },
  },
  {
    name: 'unknown invitation',
    path: '/admin/invitation?token=of-nobody',
    ready: waitForHeading('We do not know this invitation'),
  },
  { name: 'forgot password', path: '/forgot', ready: waitForHeading('Forgot password') },
  {
    name: 'confirm email',
    path: '/confirm-email?token=of-a-mail',
    ready: waitForHeading('Confirm your email'),
  },
  {
    name: 'used confirmation link',
    path: '/confirm-email?token=of-a-mail',
    ready: async (page) => {
      await page.getByRole('button', { name: 'Confirm email' }).click()
      await waitForHeading('This link no longer works')(page)
    },
  },
  {
    name: 'unsubscribe',
    path: '/unsubscribe?token=of-a-mail',
    ready: waitForHeading('Stop email reminders?'),
  },
  { name: 'new password', path: '/reset-password?token=of-a-mail', ready: waitForHeading('New password') },
  {
    name: 'incomplete reset link',
    path: '/reset-password',
    ready: waitForHeading('This link is incomplete'),
  },
  {
    name: 'feedback and ratings',
    path: ({ rated }) => `/projects/${rated}/ratings`,
    ready: (page) => expect(page.getByRole('heading', { name: 'Score by criterion' })).toBeVisible(),
  },
  {
    name: 'feedback, not found',
    path: '/projects/none/ratings',
    ready: waitForStateHeading('Project Not Found'),
  },
]

export const participantScreens: Screen[] = [
  {
    name: 'dashboard',
    path: '/dashboard',
    ready: (page) => expect(page.getByRole('link', { name: 'Full leaderboard' })).toBeVisible(),
  },
  { name: 'leaderboard', path: '/leaderboard', ready: (page) => expect(leaderboardRow(page)).toBeVisible() },
  {
    name: 'leaderboard, a row open',
    path: '/leaderboard',
    ready: async (page) => {
      await leaderboardRow(page).click()
      await expect(page.getByRole('heading', { name: 'Recent Projects' })).toBeVisible()
    },
  },
  {
    name: 'leaderboard of a past day',
    path: '/leaderboard?at=day:1',
    ready: (page) => expect(page.getByRole('button', { name: 'Back to live' })).toBeVisible(),
  },
  {
    name: 'leaderboard without matches',
    path: '/leaderboard?search=nobody-at-all',
    ready: (page) => expect(page.getByText('No participant matches')).toBeVisible(),
  },
  {
    name: 'leaderboard that failed to load',
    path: '/leaderboard',
    intercept: (page) => page.route('**/api/leaderboard/leaderboard*', (route) => route.abort()),
    ready: (page) => expect(alertWithText(page, 'Failed to load leaderboard data.')).toBeVisible(),
  },
  {
    name: 'replay',
    path: '/leaderboard/replay',
    ready: (page) => expect(page.getByRole('list', { name: 'Top ten at the end of day 3' })).toBeVisible(),
  },
  { name: 'submit', path: '/SubmitProject', ready: waitForHeading('Submit project') },
  {
    name: 'submit with errors',
    path: '/SubmitProject?day=1',
    ready: async (page) => {
      await pressSubmit(page)
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
    scope: '[role="listbox"]',
  },
  {
    name: 'profile',
    path: '/profile',
    ready: (page) => expect(page.getByRole('button', { name: 'Edit profile' })).toBeVisible(),
  },
  {
    name: 'profile form with an image to crop',
    path: '/profile',
    ready: async (page) => {
      await page.getByRole('button', { name: 'Edit profile' }).click()
      await page.locator('input[name="profileImage"]').setInputFiles(screenshotFile)
      await expect(page.getByRole('slider', { name: 'Zoom' })).toBeVisible()
    },
  },
  {
    name: 'profile form with an error',
    path: '/profile',
    ready: async (page) => {
      await page.getByRole('button', { name: 'Edit profile' }).click()
      await page.getByRole('textbox', { name: 'Full name' }).fill('M')
      await page.getByRole('button', { name: 'Save changes' }).click()
      await expect(page.getByText('Name too short')).toBeVisible()
    },
  },
  { name: 'account deletion', path: '/profile', ready: openDialog('Delete my account', 'alertdialog') },
]

export const participantDialog: Record<'wide' | 'phone', Screen> = {
  wide: { name: 'log-out dialog', path: '/dashboard', ready: openDialog('Log out', 'alertdialog') },
  phone: { name: 'more', path: '/dashboard', ready: openDialog('More', 'dialog') },
}

export const adminScreens: Screen[] = [
  {
    name: 'admin leaderboard',
    path: '/admin/leaderboard',
    ready: (page) => expect(page.getByText('Kenji Watanabe').first()).toBeVisible(),
  },
  {
    name: 'what if',
    path: '/admin/what-if?quality=0',
    ready: (page) => expect(page.getByRole('heading', { name: /change rank$/ })).toBeVisible(),
  },
  {
    name: 'apply a scoring',
    path: '/admin/what-if?quality=0',
    ready: openDialog('Apply…', 'alertdialog'),
  },
  {
    name: 'submissions',
    path: '/admin/submissions',
    ready: (page) => expect(page.getByRole('button', { name: /^Approve / }).first()).toBeVisible(),
  },
  {
    name: 'submissions by waiting time',
    path: '/admin/submissions?status=submitted&sort=waiting',
    ready: (page) => expect(page.getByRole('button', { name: 'Longest waiting' })).toBeVisible(),
  },
  {
    name: 'review charts',
    path: '/admin/leaderboard',
    ready: async (page) => {
      await expect(page.getByText('Kenji Watanabe').first()).toBeVisible()
      // Both parts are loaded when they are scrolled to.
      await page.getByRole('region', { name: 'Participation over thirty days' }).scrollIntoViewIfNeeded()
      await expect(page.getByText('On the leaderboard: 6')).toBeVisible()
      await page.getByRole('region', { name: 'Review', exact: true }).scrollIntoViewIfNeeded()
      await expect(page.getByRole('heading', { name: 'Ratings per reviewer' })).toBeVisible()
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    },
  },
  {
    name: 'rejected submissions',
    path: ({ rejected }) => `/admin/submissions?status=rejected&project=${rejected}`,
    // Only the first screen of a load shows the focus on the project.
    needsLoad: true,
    ready: (page) => expect(page.getByText('The live link does not answer.').first()).toBeVisible(),
  },
  {
    name: 'rejection dialog',
    path: '/admin/submissions?status=submitted',
    ready: openDialog(/^Reject /, 'dialog'),
  },
  {
    name: 'rejection dialog with saved reasons',
    path: '/admin/submissions?status=submitted',
    ready: async (page) => {
      await openDialog(/^Reject /, 'dialog')(page)
      await page.getByRole('button', { name: 'Saved reasons' }).click()
      await expect(page.getByRole('option')).toHaveCount(2)
      await page.keyboard.press('ArrowDown')
      await expect(page.locator('[role="option"][aria-selected="true"]')).toBeVisible()
    },
  },
  {
    name: 'saving a reason',
    path: '/admin/submissions?status=submitted',
    ready: async (page) => {
      await openDialog(/^Reject /, 'dialog')(page)
      await page.getByRole('textbox', { name: 'Reason' }).fill('The readme is missing.')
      await page.getByRole('button', { name: 'Save this reason' }).click()
      await expect(page.getByRole('dialog', { name: 'New saved reason' })).toBeVisible()
    },
  },
  {
    name: 'rate project',
    path: ({ pending }) => `/admin/rate-project/${pending}`,
    ready: async (page) => {
      await expect(page.getByRole('heading', { name: 'Rate Project' })).toBeVisible()
      const stars = page.getByRole('radiogroup', { name: 'Design' })
      await stars.getByRole('radio', { name: '4 stars' }).check({ force: true })
      await stars.evaluate((element) => element.scrollIntoView({ block: 'center' }))
    },
  },
  {
    name: 'rate project, not found',
    path: '/admin/rate-project/none',
    ready: (page) => expect(page.getByText('Project Not Found').first()).toBeVisible(),
  },
  { name: 'settings', path: '/admin/settings', ready: waitForHeading('Admin Challenge Controls') },
  {
    name: 'saved texts',
    path: '/admin/settings',
    ready: openDialog('Manage saved texts', 'dialog'),
  },
  {
    name: 'security',
    path: '/admin/security',
    ready: (page) => expect(page.getByText('You have no passkey yet.')).toBeVisible(),
  },
  {
    name: 'setup of two-factor sign-in',
    path: '/admin/settings',
    intercept: (page) =>
      page.route('**/api/auth/me', async (route) => {
        const response = await route.fetch()
        // The body of `/api/auth/me`, which is an object.
        const body = (await response.json()) as object
        await route.fulfill({ response, json: { ...body, needsTwoFactor: true } })
      }),
    ready: async (page) => {
      await waitForHeading('Set up two-factor sign-in')(page)
      await expect(page.getByText('You have no passkey yet.')).toBeVisible()
    },
  },
  {
    name: 'admin search',
    path: '/admin/settings',
    ready: search('zoe o', 'Pulse by Zoë Ó Briain'),
  },
  {
    name: 'admin search without results',
    path: '/admin/settings',
    ready: search('nobody at all', 'Try adjusting your search or filter criteria'),
  },
  {
    name: 'users, one open',
    path: '/admin/users?search=zo',
    ready: async (page) => {
      await page.getByRole('list', { name: 'Users' }).getByRole('heading').getByRole('button').first().click()
      await expect(page.getByRole('heading', { name: 'Recent Projects' })).toBeVisible()
    },
  },
  {
    name: 'import of participants, a row with an error',
    path: '/admin/users',
    ready: async (page) => {
      await openDialog('Import participants', 'dialog')(page)
      const lines = [
        'Full name,Email',
        'Noor Haddad,noor@example.org',
        'Maya Lindgren,maya_lindgren@example.org',
        'Zoë,zoe',
      ]
      const buffer = Buffer.from(lines.join('\n'))
      await page.getByLabel('CSV file').setInputFiles({ name: 'team.csv', mimeType: 'text/csv', buffer })
      await expect(page.getByText('Email: Invalid email format')).toBeVisible()
    },
  },
  {
    name: 'user projects',
    path: ({ participant }) => `/admin/users/${participant._id}/projects`,
    ready: (page) => expect(page.getByText('Showing 1 project')).toBeVisible(),
  },
  {
    name: 'user without projects',
    path: ({ admin }) => `/admin/users/${admin._id}/projects`,
    ready: (page) => expect(page.getByText("This user hasn't submitted any projects yet")).toBeVisible(),
  },
  {
    name: 'judging',
    path: '/admin/judging',
    ready: (page) => expect(page.getByRole('region', { name: 'Reviewers' })).toBeVisible(),
  },
  {
    name: 'judging, conflict dialog',
    path: '/admin/judging',
    ready: openDialog('Declare a conflict', 'dialog'),
  },
  {
    name: 'team',
    path: '/admin/team',
    ready: (page) => expect(page.getByRole('combobox', { name: 'Role of Ines Duarte' })).toBeVisible(),
  },
  {
    name: 'invitation of an admin',
    path: '/admin/team',
    ready: openDialog('Invite an admin', 'dialog'),
  },
  {
    name: 'audit, an entry open',
    path: '/admin/audit?kind=project',
    ready: async (page) => {
      await page.getByRole('list', { name: 'Audit' }).getByRole('heading').getByRole('button').first().click()
      await expect(page.getByRole('columnheader', { name: 'Before' })).toBeVisible()
    },
  },
  {
    name: 'audit without matches',
    path: '/admin/audit?search=nobody-at-all',
    ready: (page) => expect(page.getByText('No entry matches')).toBeVisible(),
  },
]

export const adminDialog: Record<'wide' | 'phone', Screen> = {
  wide: {
    name: 'admin log-out dialog',
    path: '/admin/settings',
    ready: openDialog('Logout', 'alertdialog'),
  },
  phone: { name: 'admin menu', path: '/admin/settings', ready: openDialog('Menu', 'dialog') },
}

/** Returns a function that opens screens in a page, one after the other. */
export function screenOpener(page: Page, seeded: SeededProduct): (screen: Screen) => Promise<void> {
  let isIntercepted = false
  return async ({ path: pathOf, needsLoad, intercept, ready }) => {
    const path = typeof pathOf === 'string' ? pathOf : pathOf(seeded)
    // Not earlier: until now, the screen before may have repeated its requests.
    if (isIntercepted) await page.unrouteAll({ behavior: 'ignoreErrors' })
    await intercept?.(page)
    if (needsLoad || isIntercepted || intercept) await page.goto(path)
    else await openInApp(page, path)
    isIntercepted = intercept !== undefined
    await ready(page)
    // The pointer may rest on a text whose tooltip is not part of the screen.
    await page.mouse.move(0, 0)
  }
}
