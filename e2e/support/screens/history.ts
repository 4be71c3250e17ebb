import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { alertWithText } from '../page-actions.ts'
import { openDialog } from './screen.ts'
import type { Screen } from './screen.ts'

/**
 * Shows a screen as it is while the leaderboard is frozen, with the opposite order as the frozen standings. A separate freeze would
 * change every screen after this one.
 */
async function freezeLeaderboard(page: Page): Promise<void> {
  await page.route('**/api/challenge/current-day', async (route) => {
    const response = await route.fetch()
    const day: object = await response.json()
    const freeze = { frozen: true, frozenAt: '2026-03-10T14:00:00.000Z' }
    await route.fulfill({ response, json: { ...day, ...freeze } })
  })
  await page.route(/\/api\/leaderboard\/leaderboard\?.*at=/, async (route) => {
    const url = new URL(route.request().url())
    url.searchParams.delete('at')
    const response = await route.fetch({ url: url.href })
    const board: { data: { rank: number }[] } = await response.json()
    const data = board.data.toReversed().map((row, index) => ({ ...row, rank: index + 1 }))
    await route.fulfill({ response, json: { ...board, data } })
  })
}

/** Waits for a text of the backups, and for the keys below them: their random fingerprint is covered once a screen is ready. */
const waitForBackups = (text: string) => async (page: Page) => {
  await expect(page.getByText(text)).toBeVisible()
  await expect(page.getByText('Key of this installation')).toBeVisible()
}

/** Further screens of admins: those for the history of the challenge. */
export const historyScreens: Screen[] = [
  {
    name: 'reset question',
    path: '/admin/settings',
    ready: async (page) => {
      await page.getByRole('button', { name: 'Reset Challenge Data' }).click()
      await expect(page.getByText('go into the backup.')).toBeVisible()
      await page.getByLabel('Type RESET to confirm').fill('RESET')
    },
  },
  {
    name: 'end of the challenge',
    path: '/admin/settings',
    ready: openDialog('Change the end', 'dialog'),
  },
  {
    name: 'freeze of the leaderboard',
    path: '/admin/settings',
    ready: openDialog('Freeze the leaderboard', 'dialog'),
  },
  {
    name: 'settings with a freeze',
    path: '/admin/settings',
    intercept: freezeLeaderboard,
    ready: async (page) => {
      const link = page.getByRole('link', { name: 'Open the reveal' })
      await expect(link).toBeVisible()
      await link.evaluate((element) => element.scrollIntoView({ block: 'center' }))
    },
  },
  {
    name: 'reveal without a freeze',
    path: '/admin/reveal',
    ready: (page) =>
      expect(page.getByRole('heading', { name: 'The leaderboard is not frozen' })).toBeVisible(),
  },
  {
    name: 'reveal, begin',
    path: '/admin/reveal',
    intercept: freezeLeaderboard,
    ready: (page) => expect(page.getByRole('button', { name: 'Begin' })).toBeVisible(),
  },
  {
    name: 'reveal, two places',
    path: '/admin/reveal',
    intercept: freezeLeaderboard,
    ready: async (page) => {
      await page.getByRole('button', { name: 'Begin' }).click()
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('ArrowRight')
      await expect(page.getByRole('list', { name: 'Standings' })).toBeVisible()
    },
  },
  {
    name: 'backups',
    path: '/admin/version',
    ready: waitForBackups('Half time'),
  },
  {
    name: 'a chosen backup',
    path: ({ backup }) => `/admin/version?backup=${backup}`,
    // Only the first screen of a load shows the focus on the backup.
    needsLoad: true,
    ready: waitForBackups('Backup ID'),
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
      await page.getByLabel('Backup file').setInputFiles(file)
      await expect(alertWithText(page, "picture.png isn't a backup file.")).toBeVisible()
    },
  },
  {
    name: 'backups that failed to load',
    path: '/admin/version',
    intercept: (page) => page.route('**/api/admin/backups?*', (route) => route.abort()),
    ready: waitForBackups('Error loading backups'),
  },
]
