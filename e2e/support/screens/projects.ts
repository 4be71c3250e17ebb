import { expect } from '@playwright/test'
import { openDialog, waitForStateHeading } from './screen.ts'
import type { Screen } from './screen.ts'

/** Returns the id of the user at the end of a project id. */
const ownerOf = (projectId: string): string => projectId.slice(-36)

/** Further screens of participants: those for projects and their owners. */
export const projectScreens: Screen[] = [
  {
    name: 'my projects',
    path: '/ProjectList',
    ready: (page) => expect(page.getByRole('link', { name: 'View Feedback' })).toBeVisible(),
  },
  {
    name: 'my projects without matches',
    path: '/ProjectList?search=nothing-like-it',
    ready: (page) => expect(page.getByText('No project matches')).toBeVisible(),
  },
  {
    name: 'withdrawal dialog',
    path: '/ProjectList',
    ready: openDialog('Withdraw', 'alertdialog'),
  },
  {
    name: 'project with rating form',
    path: ({ rated }) => `/project/${rated}`,
    ready: async (page) => {
      const stars = page.getByRole('radiogroup', { name: 'Design' })
      await stars.getByRole('radio', { name: '4 stars' }).check({ force: true })
      await expect(page.getByText('No comments yet.')).toBeVisible()
    },
  },
  {
    name: 'own project',
    path: ({ pending }) => `/project/${pending}`,
    ready: (page) => expect(page.getByText("You can't rate your own project.")).toBeVisible(),
  },
  {
    name: 'project, not found',
    path: '/project/none',
    ready: waitForStateHeading('Project Not Found'),
  },
  {
    name: 'public profile',
    path: ({ rated }) => `/u/${ownerOf(rated)}`,
    ready: (page) => expect(page.getByRole('list', { name: 'Badges' })).toBeVisible(),
  },
  {
    name: 'own public profile',
    path: ({ pending }) => `/u/${ownerOf(pending)}`,
    ready: (page) => expect(page.getByRole('link', { name: 'Edit profile' })).toBeVisible(),
  },
  {
    name: 'public profile, not found',
    path: '/u/nobody',
    ready: (page) => expect(page.getByRole('heading', { level: 1, name: 'Profile not found' })).toBeVisible(),
  },
  {
    name: 'feedback on a rated project',
    path: ({ rated }) => `/projects/${rated}/ratings`,
    ready: (page) => expect(page.getByRole('list', { name: 'Ratings', exact: true })).toBeVisible(),
  },
  {
    name: 'feedback on a project without ratings',
    path: ({ pending }) => `/projects/${pending}/ratings`,
    ready: (page) => expect(page.getByText('No feedback yet')).toBeVisible(),
  },
]
