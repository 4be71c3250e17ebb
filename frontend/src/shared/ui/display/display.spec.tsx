// @vitest-environment happy-dom
import { fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { Avatar } from '../../people/people.tsx'
import { Chips, StatusBadge, splitCommaList } from './surfaces.tsx'
import { DayBadge, Difficulty } from './marks.tsx'
import css from './difficulty.module.css'
import { NoMatches } from '../feedback/states.tsx'
import { ReadMore, truncateText, Screenshot } from '../../projects/project-parts.tsx'
import { slashFills, SlashProgress } from '../progress/slash-bars.tsx'
import { abbreviateNumber, Stat } from './stat.tsx'
import { QualityBar } from '../rating/quality-bar.tsx'
import { StarRating } from '../rating/star-rating.tsx'
import { Time } from './time.tsx'

test('shows a project without a status as pending', () => {
  render(<StatusBadge status={undefined} />)
  expect(screen.getByText('Pending')).toBeTruthy()
})

test('shows an unknown status unchanged', () => {
  render(<StatusBadge status="archived" />)
  expect(screen.getByText('archived')).toBeTruthy()
})

test('a short day badge is still read as "Day" by screen readers', () => {
  const { container } = render(<DayBadge day={19} short today />)
  expect(container.textContent).toBe('Day 19')
})

test.each([
  ['Beginner', 1],
  ['Intermediate', 2],
  ['Advanced', 3],
] as const)('names the difficulty %s, and fills %i of three slashes', (level, filled) => {
  const { container } = render(<Difficulty level={level} />)
  expect(container.textContent).toBe(level)
  const slashes = [...container.querySelectorAll('rect')].map((slash) => slash.getAttribute('class'))
  expect(slashes).toEqual([1, 2, 3].map((place) => (place <= filled ? css.filled : css.empty)))
})

test('shows one chip per entry of a comma-separated list', () => {
  render(<Chips text="TypeScript, CSS" />)
  expect(screen.getAllByRole('listitem').map((chip) => chip.textContent)).toEqual(['TypeScript', 'CSS'])
})

test('shows initials when the profile image cannot be loaded', () => {
  const { container } = render(<Avatar id="u1" name="Maya Lindgren" image="/gone.png" size={36} />)
  fireEvent.error(screen.getByRole('presentation'))
  expect(container.textContent).toBe('ML')
  expect(container.querySelector('img')).toBeNull()
})

test('shows a placeholder when the screenshot cannot be loaded', () => {
  render(<Screenshot project={{ projectName: 'Pulse', thumbnailUrl: '/gone.png' }} />)
  fireEvent.error(screen.getByRole('img', { name: 'Screenshot of Pulse' }))
  expect(screen.getByRole('img', { name: 'No screenshot of Pulse' })).toBeTruthy()
})

test('always shows the number beside the stars', () => {
  render(<StarRating value={4.55} count={1} />)
  expect(screen.getByRole('img', { name: '4.5 of 5 stars' })).toBeTruthy()
  expect(screen.getByText('1 rating')).toBeTruthy()
})

test.each([
  [4.4, 'full full full full empty'],
  [4.5, 'full full full full half'],
  [5, 'full full full full full'],
  [0, 'empty empty empty empty empty'],
])('a score of %f shows a half star from .5 on', (value, stars) => {
  const { container } = render(<StarRating value={value} />)
  const fills = [...container.querySelectorAll('[data-fill]')].map((star) => star.getAttribute('data-fill'))
  expect(fills.join(' ')).toBe(stars)
})

test('describes progress to screen readers in text', () => {
  render(<SlashProgress total={30} done={18} label="Challenge" valueText="Day 19 of 30, 60 percent done" />)
  expect(screen.getByRole('progressbar', { name: 'Challenge' }).getAttribute('aria-valuetext')).toBe(
    'Day 19 of 30, 60 percent done',
  )
})

test('shows no number when a stat could not be loaded', () => {
  const { container } = render(<Stat label="Active users" value={undefined} context="today" />)
  expect(container.textContent).toBe('Active usersNot available')
})

test('expands and collapses a long text', async () => {
  render(<ReadMore text={'a'.repeat(121)} subject="Pulse" />)
  const button = screen.getByRole('button', { name: 'Read more about Pulse' })
  expect(button.getAttribute('aria-expanded')).toBe('false')
  await userEvent.click(button)
  expect(screen.getByRole('button', { name: 'Show less about Pulse' }).getAttribute('aria-expanded')).toBe(
    'true',
  )
  expect(screen.getByText('a'.repeat(121))).toBeTruthy()
})

test('shows a text of 120 characters in full, without a button', () => {
  render(<ReadMore text={'a'.repeat(120)} subject="Pulse" />)
  expect(screen.queryByRole('button')).toBeNull()
})

test('offers to clear the filters when nothing matches', async () => {
  const onClear = vi.fn<() => void>()
  render(<NoMatches title="No project matches" onClear={onClear} />)
  expect(screen.getByText('Try adjusting your search or filter criteria')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Clear All' }))
  expect(onClear).toHaveBeenCalled()
})

test('shows "No date" for an invalid time', () => {
  const { container } = render(<Time at="" />)
  expect(container.textContent).toBe('No date')
})

test('a time element has the exact time for machines', () => {
  // Noon in the local time zone.
  const at = new Date(2026, 10, 18, 12).toISOString()
  const { container } = render(<Time at={at} exact="date" />)
  const time = container.querySelector('time')
  expect(time?.dateTime).toBe(at)
  expect(time?.textContent).toBe('Nov 18, 2026')
})

test.each([
  [89.5, '90', 'success'],
  [89.4, '89', 'info'],
  [74.6, '75', 'info'],
  [59.5, '60', 'warning'],
  [59.4, '59', 'danger'],
])('a quality of %f has the color of the shown %s', (value, shown, band) => {
  const { container } = render(<QualityBar value={value} />)
  expect(container.textContent).toBe(shown)
  expect(container.querySelector('[data-band]')?.getAttribute('data-band')).toBe(band)
})

test('a time is not a stop of the keyboard, and shows the full date to the pointer', async () => {
  render(<Time at="2026-11-20T10:00:00.000Z" />)
  await userEvent.tab()
  expect(document.activeElement).toBe(document.body)
  await userEvent.hover(document.querySelector('time')!)
  expect((await screen.findByRole('tooltip')).textContent).toContain('Friday, November 20, 2026')
})

test('fills slashes in steps of a tenth', () => {
  expect(slashFills(5, 4.3)).toEqual([1, 1, 1, 1, 0.3])
  expect(slashFills(3, 9)).toEqual([1, 1, 1])
})

test('abbreviates numbers above 99,999 only', () => {
  expect(abbreviateNumber(99_999)).toBeUndefined()
  expect(abbreviateNumber(164_380)).toBe('164k')
  expect(abbreviateNumber(1_240_000)).toBe('1.2M')
  expect(abbreviateNumber(999_700)).toBe('1.0M')
})

test('trims entries and drops empty ones', () => {
  expect(splitCommaList(' TypeScript ,, CSS,')).toEqual(['TypeScript', 'CSS'])
  expect(splitCommaList('\u200b, TypeScript, \u2800\u3164')).toEqual(['TypeScript'])
})

test('keeps only one of several entries that differ only in case', () => {
  expect(splitCommaList('CSS, css,HTML')).toEqual(['CSS', 'HTML'])
})

test('truncates only longer texts, and never splits a character', () => {
  expect(truncateText('a'.repeat(120), 120)).toBe('a'.repeat(120))
  expect(truncateText('a'.repeat(121), 120)).toBe(`${'a'.repeat(120)}...`)
  expect(truncateText('👍👍👍', 2)).toBe('👍👍...')
})
