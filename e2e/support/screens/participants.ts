import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { alertWithText, screenshotFile } from '../page-actions.ts'
import { openDialog, waitForHeading } from './screen.ts'
import type { Screen } from './screen.ts'

const leaderboardRow = (page: Page) => page.getByRole('button', { name: 'Details of Leila Haddad' })
const pressSubmit = (page: Page) => page.getByRole('button', { name: 'Submit Project' }).click()

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
  // Before the forms, whose unsent texts open them again.
  { name: 'account deletion', path: '/profile', ready: openDialog('Delete my account', 'alertdialog') },
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
]

export const participantDialog: Record<'wide' | 'phone', Screen> = {
  wide: { name: 'log-out dialog', path: '/dashboard', ready: openDialog('Log out', 'alertdialog') },
  phone: { name: 'more', path: '/dashboard', ready: openDialog('More', 'dialog') },
}
