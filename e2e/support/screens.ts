import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { alertWithText } from './page-actions.ts'
import type { SeededProduct } from './seeded-fixtures.ts'

export type Screen = {
  name: string
  path: string | ((seeded: SeededProduct) => string)
  /** Waits until the screen is loaded and brings it into the state to check. */
  ready: (page: Page) => Promise<void>
  /** The element that can be reached: an open list hides the rest of the page from assistive technology. */
  scope?: string
}

const waitForHeading = (name: string | RegExp) => (page: Page) =>
  expect(page.getByRole('heading', { level: 1, name })).toBeVisible()

/** Presses a button and waits for its dialog. */
const openDialog = (button: string | RegExp, role: 'dialog' | 'alertdialog') => async (page: Page) => {
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
    name: 'admin sign-up with errors',
    path: '/admin/signup',
    ready: async (page) => {
      await page.getByRole('button', { name: 'Register' }).click()
      await expect(alertWithText(page, 'things to fix')).toBeVisible()
    },
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
  { name: 'placeholder page', path: '/projects/p1/ratings', ready: waitForHeading('Feedback and ratings') },
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
    name: 'leaderboard without matches',
    path: '/leaderboard?search=nobody-at-all',
    ready: (page) => expect(page.getByText('No participant matches')).toBeVisible(),
  },
  {
    name: 'leaderboard that failed to load',
    path: '/leaderboard',
    ready: async (page) => {
      await page.route('**/api/leaderboard/leaderboard*', (route) => route.abort())
      await page.reload()
      await expect(alertWithText(page, 'Failed to load leaderboard data.')).toBeVisible()
      await page.unroute('**/api/leaderboard/leaderboard*')
    },
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
  { name: 'placeholder screen', path: '/profile', ready: waitForHeading('Profile') },
]

/** Further screens of participants: daily challenge, community and resources. */
export const communityScreens: Screen[] = [
  {
    name: 'daily challenge',
    path: '/daily-challenge',
    ready: async (page) => {
      await page.getByRole('checkbox', { name: 'Read the brief' }).check()
      await page.getByRole('button', { name: 'Add', exact: true }).click()
      await expect(page.getByText('Task is required')).toBeVisible()
    },
  },
  {
    name: 'past challenges, one open',
    path: '/daily-challenge?tab=past',
    ready: async (page) => {
      await page.getByRole('button', { name: 'Tip calculator' }).click()
      await expect(page.getByRole('heading', { name: 'Requirements' })).toBeVisible()
    },
  },
  {
    name: 'statistics of the daily challenge',
    path: '/daily-challenge?tab=stats',
    ready: (page) => expect(page.getByText('Completed days').first()).toBeVisible(),
  },
  {
    name: 'community feed',
    path: '/community',
    ready: async (page) => {
      await expect(page.getByRole('list', { name: 'Activity Feed' })).toBeVisible()
      await expect(page.getByRole('list', { name: 'Popular submissions' })).toBeVisible()
    },
  },
  {
    name: 'discussions',
    path: '/community?tab=discussions',
    ready: (page) => expect(page.getByRole('link', { name: 'How do you test drag and drop?' })).toBeVisible(),
  },
  {
    name: 'a discussion',
    path: ({ discussion }) => `/community?tab=discussions&discussion=${discussion}`,
    ready: (page) => expect(page.getByRole('list', { name: 'Replies' })).toBeVisible(),
  },
  {
    name: 'start of a discussion with errors',
    path: '/community?tab=discussions',
    ready: async (page) => {
      await openDialog('Start a discussion', 'dialog')(page)
      await page.getByRole('button', { name: 'Start discussion' }).click()
      await expect(page.getByText('Title is required')).toBeVisible()
    },
  },
  {
    name: 'members',
    path: '/community?tab=members',
    ready: (page) => expect(page.getByText('@leila_haddad').last()).toBeVisible(),
  },
  {
    name: 'resources',
    path: '/resources?category=testing',
    ready: (page) => expect(page.getByRole('button', { name: 'Bookmark Vitest' })).toBeEnabled(),
  },
  {
    name: 'resources without bookmarks',
    path: '/resources?bookmarked=yes',
    ready: (page) => expect(page.getByText('No bookmarks yet')).toBeVisible(),
  },
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
    name: 'submissions',
    path: '/admin/submissions',
    ready: (page) => expect(page.getByRole('button', { name: /^Approve / }).first()).toBeVisible(),
  },
  {
    name: 'rejected submissions',
    path: ({ rejected }) => `/admin/submissions?status=rejected&project=${rejected}`,
    ready: (page) => expect(page.getByText('The live link does not answer.').first()).toBeVisible(),
  },
  {
    name: 'rejection dialog',
    path: '/admin/submissions?status=submitted',
    ready: openDialog(/^Reject /, 'dialog'),
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
  { name: 'settings', path: '/admin/settings', ready: waitForHeading('Admin Challenge Controls') },
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
    name: 'admin placeholder screen',
    path: '/admin/users/u1/projects',
    ready: waitForHeading('User Projects'),
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

/** Further screens of admins: those for the history of the challenge. */
export const historyScreens: Screen[] = [
  {
    name: 'reset question',
    path: '/admin/settings',
    ready: async (page) => {
      await page.getByRole('button', { name: 'Reset Challenge Data' }).click()
      await expect(page.getByText('move into the backup.')).toBeVisible()
      await page.getByLabel('Type RESET to confirm').fill('RESET')
    },
  },
  {
    name: 'end of the challenge',
    path: '/admin/settings',
    ready: openDialog('Change the end', 'dialog'),
  },
  {
    name: 'backups',
    path: '/admin/version',
    ready: (page) => expect(page.getByRole('heading', { name: 'Half time' })).toBeVisible(),
  },
  {
    name: 'a chosen backup',
    path: ({ backup }) => `/admin/version?backup=${backup}`,
    ready: (page) => expect(page.getByText('Backup ID')).toBeVisible(),
  },
  {
    name: 'restore dialog',
    path: '/admin/version',
    ready: async (page) => {
      await page.getByRole('button', { name: 'Restore Half time' }).click()
      await expect(page.getByText('Top of the board after the restore').first()).toBeVisible()
    },
  },
  { name: 'new backup', path: '/admin/version', ready: openDialog('Create backup', 'dialog') },
  {
    name: 'import with an error',
    path: '/admin/version',
    ready: async (page) => {
      await page.getByRole('button', { name: 'Import' }).click()
      const file = { name: 'picture.png', mimeType: 'image/png', buffer: Buffer.from('a picture') }
      await page.getByLabel('File of the backup').setInputFiles(file)
      await expect(alertWithText(page, 'picture.png is not the file of a backup.')).toBeVisible()
    },
  },
  {
    name: 'backups that failed to load',
    path: '/admin/version',
    ready: async (page) => {
      await page.route('**/api/admin/backups?*', (route) => route.abort())
      await page.reload()
      await expect(page.getByText('Error loading backups')).toBeVisible()
      await page.unroute('**/api/admin/backups?*')
    },
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

export async function openScreen(page: Page, { path, ready }: Screen, seeded: SeededProduct): Promise<void> {
  await page.goto(typeof path === 'string' ? path : path(seeded))
  await ready(page)
  // The pointer may rest on a text whose tooltip is not part of the screen.
  await page.mouse.move(0, 0)
}
