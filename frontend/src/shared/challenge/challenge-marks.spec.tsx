// @vitest-environment happy-dom
import { act, render, screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { maya } from '../../../testing/participant-fixtures.ts'
import { useSession } from '../session/session.ts'
import { useCurrentDay } from './current-day.ts'
import { ChallengeDayBadge, FrozenMark } from './challenge-marks.tsx'

const frozenAt = '2099-11-20T12:00:00.000Z'

beforeEach(() => {
  useSession.setState({ session: { kind: 'user', user: maya } })
  useCurrentDay.setState({ ...useCurrentDay.getInitialState(), isLoaded: true })
})

test('marks standings with the time of the freeze, in the time zone of the challenge', () => {
  useCurrentDay.setState({ frozenAt, frozen: true, timeZone: 'Asia/Tokyo' })
  const { container } = render(<FrozenMark />)
  expect(container.textContent).toBe(
    'Frozen since Nov 20, 2099 at 9:00 PM (Asia/Tokyo). Later ratings count in the final standings.',
  )
})

test('marks nothing before the freeze begins and after the reveal', () => {
  useCurrentDay.setState({ frozenAt, frozen: false })
  render(<FrozenMark />)
  expect(screen.queryByText(/Frozen/)).toBeNull()
  act(() => useCurrentDay.setState({ frozen: true }))
  expect(screen.getByText(/Frozen/)).toBeTruthy()
  act(() => useCurrentDay.setState({ frozenAt: null, frozen: false }))
  expect(screen.queryByText(/Frozen/)).toBeNull()
})

test('marks nothing for admins, who see the true standings', () => {
  useSession.setState({ session: { kind: 'admin', user: { ...maya, isAdmin: true } } })
  useCurrentDay.setState({ frozenAt, frozen: true })
  render(<FrozenMark />)
  expect(screen.queryByText(/Frozen/)).toBeNull()
})

test('marks the badge of today alone, and of no day before the start', () => {
  const lookOf = (day: number) => {
    const { container, unmount } = render(<ChallengeDayBadge day={day} />)
    const look = container.innerHTML.replace(`${day}`, '')
    unmount()
    return look
  }
  useCurrentDay.setState({ day: 4, started: true })
  const [other, today] = [lookOf(3), lookOf(4)]
  expect(today).not.toBe(other)
  expect(today).toContain('today')
  useCurrentDay.setState({ started: false })
  expect(lookOf(4)).toBe(other)
})
