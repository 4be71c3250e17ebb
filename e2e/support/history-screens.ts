import { expect } from '@playwright/test'
import { alertWithText } from './page-actions.ts'
import { openDialog } from './screens.ts'
import type { Screen } from './screens.ts'

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
    },
  },
]
