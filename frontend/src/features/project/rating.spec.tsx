// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { networkError } from '../../../testing/mock-server.ts'
import { renderProject, resetProject } from '../../../testing/project-screen.tsx'

const stars = (criterion: string | RegExp) => screen.findByRole('radiogroup', { name: criterion })
const shownStars = async (criterion: string) =>
  (await stars(criterion)).querySelector<HTMLInputElement>('input:checked')?.value
const setStars = async (criterion: string, count: number) =>
  fireEvent.keyDown(await stars(criterion), { key: String(count) })
const rateFour = async () => {
  for (const criterion of ['Functionality', 'Design', 'Creativity', 'Code quality'])
    await setStars(criterion, 4)
}
const submitButton = () => screen.findByRole<HTMLButtonElement>('button', { name: /^Submit/ })

/** Submits the rating; from then on the clock of the test stands still. */
const submitWithFakeTime = async () => {
  vi.useFakeTimers()
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Submit Rating' }))
    await vi.advanceTimersByTimeAsync(0)
  })
}

beforeEach(resetProject)
test('the rating can be submitted once all four criteria have stars', async () => {
  renderProject()
  expect((await submitButton()).disabled).toBe(true)
  expect(screen.getByText('Rate functionality, design, creativity, and code quality to submit')).toBeDefined()
  for (const criterion of ['Functionality', 'Design', 'Creativity']) await setStars(criterion, 4)
  expect(screen.getByText('Rate code quality to submit')).toBeDefined()
  expect((await submitButton()).disabled).toBe(true)
  await setStars('Code quality', 3)
  expect((await submitButton()).disabled).toBe(false)
})

test('overall starts at the mean of the other criteria and moves with them until it is set', async () => {
  const { requests } = renderProject()
  expect(await shownStars('Overall')).toBeUndefined()
  await setStars('Functionality', 5)
  expect(await shownStars('Overall')).toBe('5')
  await setStars('Design', 2)
  expect(await shownStars('Overall')).toBe('4')
  await setStars('Creativity', 2)
  await setStars('Code quality', 3)
  expect(await shownStars('Overall')).toBe('3')
  await setStars('Overall', 5)
  await setStars('Functionality', 1)
  expect(await shownStars('Overall')).toBe('5')
  await userEvent.click(await submitButton())
  await screen.findByRole('heading', { name: 'Thank You!' })
  expect(requests.find(({ path }) => path === '/api/ratings/submit')?.body).toMatchObject({
    criteria: { completeness: 5 },
  })
})

test('overall returns to the mean on request, and what is shown is sent', async () => {
  const { requests } = renderProject()
  await rateFour()
  await setStars('Overall', 1)
  await userEvent.click(screen.getByRole('button', { name: 'Use the mean (4 stars)' }))
  expect(await shownStars('Overall')).toBe('4')
  expect((await stars('Overall')).contains(document.activeElement)).toBe(true)
  expect(screen.queryByRole('button', { name: /^Use the mean/ })).toBeNull()
  await userEvent.click(await submitButton())
  await screen.findByRole('heading', { name: 'Thank You!' })
  expect(requests.find(({ path }) => path === '/api/ratings/submit')?.body).toMatchObject({
    criteria: { completeness: 4 },
  })
})

test('pressing the proposed star sets it: it no longer moves', async () => {
  renderProject()
  await rateFour()
  await userEvent.click((await stars('Overall')).querySelector('input:checked')!)
  await setStars('Design', 1)
  await setStars('Functionality', 1)
  expect(await shownStars('Overall')).toBe('4')
})

test.each([
  [4, 'moves with', '3'],
  [5, 'keeps', '5'],
])(
  'an earlier rating with %i stars overall %s the mean of the four',
  async (completeness, _what, expected) => {
    const criteria = { functionality: 4, design: 4, innovation: 4, codeQuality: 4, completeness }
    const rating = {
      id: 'r',
      official: false,
      criteria,
      average: 4,
      feedback: '',
      createdAt: '2025-11-19T09:12:00.000Z',
    }
    renderProject({ 'GET /api/ratings/project/:id/mine': () => ({ success: true, rating }) })
    expect(await shownStars('Overall')).toBe(String(completeness))
    for (const criterion of ['Functionality', 'Design']) await setStars(criterion, 2)
    expect(await shownStars('Overall')).toBe(expected)
  },
)

test('sends the rating, says thank you, and goes back to the leaderboard after two seconds', async () => {
  const { requests, router } = renderProject({}, '/leaderboard?sort=streak')
  await rateFour()
  await userEvent.type(screen.getByRole('textbox', { name: /^Comment/ }), 'Neat.')
  await submitWithFakeTime()
  expect(requests.at(-1)?.body).toEqual({
    projectId: 'r1-d19-chloe',
    criteria: { functionality: 4, design: 4, innovation: 4, codeQuality: 4, completeness: 4 },
    feedback: 'Neat.',
  })
  expect(screen.getByRole('heading', { name: 'Thank You!' })).toBeDefined()
  expect(screen.getByRole('link', { name: /6 ratings/ }).textContent).toContain('4.4')
  await act(() => vi.advanceTimersByTimeAsync(1999))
  expect(router.state.location.pathname).toBe('/project/r1-d19-chloe')
  await act(() => vi.advanceTimersByTimeAsync(1))
  expect(router.state.location.pathname + router.state.location.search).toBe('/leaderboard?sort=streak')
})

test('a user who stays is not sent away, and finds the rating in the form', async () => {
  let rating: object | null = null
  const { router } = renderProject({
    'GET /api/ratings/project/:id/mine': () => ({ success: true, rating }),
  })
  await rateFour()
  await submitWithFakeTime()
  rating = {
    id: 'r1',
    official: false,
    criteria: { functionality: 4, design: 4, innovation: 4, codeQuality: 4, completeness: 0 },
    average: 3.2,
    feedback: 'Neat.',
    createdAt: '2025-11-20T11:00:00.000Z',
  }
  fireEvent.click(screen.getByRole('button', { name: 'Stay here' }))
  expect(document.activeElement).toBe(screen.getByRole('complementary', { name: 'Rating' }))
  await act(() => vi.advanceTimersByTimeAsync(5000))
  expect(router.state.location.pathname).toBe('/project/r1-d19-chloe')
  expect(screen.getByDisplayValue('Neat.')).toBeDefined()
  expect(screen.getByText(/^You rated this project/).textContent).toContain('replaces')
})

test('keeps the stars after a failure and says why', async () => {
  renderProject({ 'POST /api/ratings/submit': networkError })
  await rateFour()
  await userEvent.click(await submitButton())
  expect((await screen.findByRole('alert')).textContent).toBe('Failed to submit rating. Please try again.')
  expect(within(await stars('Design')).getByRole<HTMLInputElement>('radio', { name: /^4/ }).checked).toBe(
    true,
  )
})
