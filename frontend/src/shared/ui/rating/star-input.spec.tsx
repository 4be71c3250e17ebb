// @vitest-environment happy-dom
import { useState } from 'react'
import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { maya } from '../../../../testing/participant-fixtures.ts'
import { createMemoryRouter, RouterProvider } from '../../navigation/router.ts'
import { useSession } from '../../session/session.ts'
import { LeaveQuestion, StarInput } from './star-input.tsx'

const Rating = ({ initial = 0 }: { initial?: number }) => {
  const [value, setValue] = useState(initial)
  return (
    <>
      <StarInput label="Functionality" value={value} onValueChange={setValue} />
      <output>{value}</output>
    </>
  )
}

const shownValue = () => screen.getByRole('status').textContent

test('is a radio group of five labelled stars', () => {
  render(<Rating />)
  expect(screen.getByRole('radiogroup', { name: 'Functionality' })).toBeTruthy()
  expect(screen.getAllByRole('radio')).toHaveLength(5)
  expect(screen.getByRole('radio', { name: '5 stars, Excellent' })).toBeTruthy()
  expect(screen.getByText('Not rated yet')).toBeTruthy()
})

test('pressing a star sets the rating', async () => {
  render(<Rating />)
  await userEvent.click(screen.getByRole('radio', { name: '4 stars, Good' }))
  expect(shownValue()).toBe('4')
  expect(screen.getByText('Good')).toBeTruthy()
})

test('the keys 1 to 5 set the rating and Delete clears it', async () => {
  render(<Rating initial={2} />)
  screen.getByRole('radio', { name: '2 stars, Weak' }).focus()
  await userEvent.keyboard('5')
  expect(shownValue()).toBe('5')
  await userEvent.keyboard('{Delete}')
  expect(shownValue()).toBe('0')
})

test('hovering over a star shows its label without setting the rating', async () => {
  render(<Rating initial={2} />)
  await userEvent.hover(screen.getByRole('radio', { name: '4 stars, Good' }))
  expect(screen.getByText('Good')).toBeTruthy()
  expect(shownValue()).toBe('2')
})

test.each([
  ['asks', { kind: 'user', user: maya } as const, '/rate'],
  ['does not ask without a session, whose login takes the place of the screen', undefined, '/other'],
])('before another screen takes the place of a rating, it %s', async (_what, session, shownPath) => {
  useSession.setState({ session: session ?? { kind: 'visitor', lastSession: 'ended' } })
  const router = createMemoryRouter(
    [
      { path: '/rate', element: <LeaveQuestion asks /> },
      { path: '/other', element: <p>Other screen</p> },
    ],
    { initialEntries: ['/rate'] },
  )
  render(<RouterProvider router={router} />)
  await act(async () => router.navigate('/other'))
  expect(router.state.location.pathname).toBe(shownPath)
  expect(
    await screen.findByText(session ? 'Leave without submitting your rating?' : 'Other screen'),
  ).toBeTruthy()
})
