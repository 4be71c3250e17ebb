// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { ines } from '../../../testing/admin-fixtures.ts'
import {
  rated,
  renderScreen,
  setStars,
  submit,
  submitWithFakeTime,
} from '../../../testing/rate-project-screen.tsx'
import { useSession } from '../../shared/session/session.ts'
import { useToasts } from '../../shared/ui/feedback/toast-store.ts'

test('the key N continues to the longest waiting unrated project, and says when there is none', async () => {
  const next = { success: true, projectId: 'tally', unrated: 2, open: 0 }
  const { requests, router } = renderScreen({ 'GET /api/admin/next-unrated': () => next })
  await submit()
  fireEvent.keyDown(document.body, { key: 'n' })
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin/rate-project/tally'))
  expect(requests.find(({ path }) => path === '/api/admin/next-unrated')?.query.get('except')).toBe(
    'applause',
  )
})

test('N asks before it leaves a rating that was not submitted, and does nothing behind that question', async () => {
  useSession.setState({ session: { kind: 'admin', user: ines } })
  const next = { success: true, projectId: 'tally', unrated: 2, open: 0 }
  const { requests, router } = renderScreen({ 'GET /api/admin/next-unrated': () => next })
  const sent = () => requests.filter(({ path }) => path === '/api/admin/next-unrated')
  await setStars('Design', 4)
  fireEvent.keyDown(document.body, { key: 'n' })
  const question = { name: 'Leave without submitting your rating?' }
  expect(await screen.findByRole('alertdialog', question)).toBeTruthy()
  fireEvent.keyDown(document.body, { key: 'n' })
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(sent()).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: /^Next unrated/ }))
  await userEvent.click(await screen.findByRole('button', { name: 'Leave' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin/rate-project/tally'))
  expect(sent()).toHaveLength(1)
})

test('stays on the screen that was opened while the next project was being found', async () => {
  const { promise: next, resolve: respond } = Promise.withResolvers<unknown>()
  const { router } = renderScreen({ 'GET /api/admin/next-unrated': () => next })
  await submit()
  fireEvent.keyDown(document.body, { key: 'n' })
  await act(() => router.navigate('/admin/submissions'))
  respond({ success: true, projectId: 'tally', unrated: 2, open: 0 })
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
  expect(router.state.location.pathname).toBe('/admin/submissions')
})

test('N after a rating continues without a question and stops the redirect, however long the next one takes', async () => {
  const { promise: next, resolve: respond } = Promise.withResolvers<unknown>()
  const { router } = renderScreen({ 'GET /api/admin/next-unrated': () => next })
  await setStars('Design', 4)
  await submitWithFakeTime()
  fireEvent.keyDown(document.body, { key: 'n' })
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(screen.queryByText('Redirecting to the submissions page...')).toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(5000))
  expect(router.state.location.pathname).toBe('/admin/rate-project/applause')
  respond({ success: true, projectId: 'tally', unrated: 2, open: 0 })
  await act(() => vi.advanceTimersByTimeAsync(0))
  expect(router.state.location.pathname).toBe('/admin/rate-project/tally')
})

test('N while a rating is being submitted stops the redirect, too', async () => {
  const rating = Promise.withResolvers<unknown>()
  const { requests } = renderScreen({
    'POST /api/ratings/submit': () => rating.promise,
    'GET /api/admin/next-unrated': () => new Promise(() => undefined),
  })
  await setStars('Design', 4)
  await userEvent.click(await submit())
  await waitFor(() => expect(requests.at(-1)?.path).toBe('/api/ratings/submit'))
  fireEvent.keyDown(document.body, { key: 'n' })
  expect(requests.at(-1)?.path).toBe('/api/admin/next-unrated')
  rating.resolve(rated)
  expect(await screen.findByText('Rating Submitted Successfully!')).toBeTruthy()
  expect(screen.queryByText('Redirecting to the submissions page...')).toBeNull()
})

test('a rating that stays because there is no next project is still asked about', async () => {
  useSession.setState({ session: { kind: 'admin', user: ines } })
  const { router } = renderScreen({
    'GET /api/admin/next-unrated': () => ({ success: true, projectId: null, unrated: 0, open: 0 }),
  })
  await setStars('Design', 4)
  fireEvent.keyDown(document.body, { key: 'n' })
  await userEvent.click(await screen.findByRole('button', { name: 'Leave' }))
  await waitFor(() => expect(useToasts.getState().toasts).toHaveLength(1))
  await act(() => router.navigate('/admin/settings'))
  expect(await screen.findByRole('alertdialog')).toBeTruthy()
})
