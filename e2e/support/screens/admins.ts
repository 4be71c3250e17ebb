import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { openDialog, waitForHeading } from './screen.ts'
import type { Screen } from './screen.ts'

/** Searches in the admin area and waits for this result. On a phone the search is in the menu. */
const search = (query: string, result: string) => async (page: Page) => {
  const menu = page.getByRole('button', { name: 'Menu' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const box = page.getByRole('combobox', { name: 'Search participants and projects' })
  // The menu of the screen before may still be closing.
  await expect(async () => {
    if (!(await box.isVisible())) await menu.click({ timeout: 1_000 })
    await expect(box).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await box.fill(query)
  await expect(page.getByText(result).first()).toBeVisible()
  // An active option has its own colours, whose contrast is checked as well.
  await page.keyboard.press('ArrowDown')
  await expect(page.locator('[role="option"][aria-selected="true"]')).toBeVisible()
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
      await expect(page.getByText(/^On the leaderboard: /)).toBeVisible()
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
