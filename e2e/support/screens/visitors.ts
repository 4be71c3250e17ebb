import { expect } from '@playwright/test'
import { alertWithText } from '../page-actions.ts'
import { waitForHeading, waitForStateHeading } from './screen.ts'
import type { Screen } from './screen.ts'

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
    ready: waitForHeading("This invitation link isn't valid"),
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
