import { expect } from '@playwright/test'
import { openDialog } from './screen.ts'
import type { Screen } from './screen.ts'

/** Further screens of participants: the daily challenge, the community and resources. */
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
    name: 'the way to the certificate',
    path: '/certificate',
    ready: (page) => expect(page.getByRole('region', { name: 'Missing days' })).toBeVisible(),
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
