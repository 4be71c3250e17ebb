// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { beforeEach, expect, test } from 'vitest'
import { mockServer, networkError } from '../../../testing/mock-server.ts'
import { ownProject } from '../../../testing/participant-fixtures.ts'
import { useCurrentDay } from '../../shared/challenge/current-day.ts'
import { DailyChallengeScreen } from './daily-challenge-screen.tsx'

const renderScreen = (projects: readonly object[] = [], url = '/daily-challenge') => {
  mockServer({ 'GET /api/projects/my-projects': () => ({ success: true, projects, counts: {} }) })
  render(
    <MemoryRouter initialEntries={[url]}>
      <DailyChallengeScreen />
    </MemoryRouter>,
  )
}

beforeEach(() =>
  useCurrentDay.setState({ ...useCurrentDay.getInitialState(), day: 20, started: true, isLoaded: true }),
)

test('invites to submit a day that is open', async () => {
  renderScreen()
  expect((await screen.findByRole('link', { name: 'Submit Day 20' })).getAttribute('href')).toBe(
    '/SubmitProject?day=20',
  )
})

test('says when a later day opens', async () => {
  renderScreen([], '/daily-challenge?day=25')
  expect(await screen.findByText('Opens on day 25')).toBeDefined()
  expect(screen.queryByRole('link', { name: 'Submit Day 25' })).toBeNull()
})

test('says that a day is in and links its project instead of inviting again', async () => {
  renderScreen([ownProject(12, 'approved')], '/daily-challenge?day=12')
  expect(await screen.findByText('Day 12 is in')).toBeDefined()
  expect(screen.getByRole('link', { name: 'View the project' }).getAttribute('href')).toBe(
    '/project/r1-d12-maya',
  )
  expect(screen.queryByRole('link', { name: 'Submit Day 12' })).toBeNull()
})

test('shows why the project of the day was rejected, with a link to revise it', async () => {
  renderScreen([ownProject(12, 'rejected', 'The demo is down.')], '/daily-challenge?day=12')
  expect(await screen.findByText(/The demo is down\./)).toBeDefined()
  expect(screen.getAllByRole('link', { name: 'Revise day 12' })[0]?.getAttribute('href')).toBe(
    '/SubmitProject?day=12',
  )
  expect(screen.queryByRole('link', { name: 'Submit Day 12' })).toBeNull()
})

test('invites although the own projects could not be loaded: the form and the server check the day', async () => {
  mockServer({ 'GET /api/projects/my-projects': networkError })
  render(
    <MemoryRouter>
      <DailyChallengeScreen />
    </MemoryRouter>,
  )
  expect(await screen.findByRole('link', { name: 'Submit Day 20' })).toBeDefined()
})
