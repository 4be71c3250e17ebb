import type { FeedItem } from '@thirty/contracts/community/api.ts'
import { expect, test, vi } from 'vitest'
import { joined, movedUp, submitted } from '../../../../testing/community-fixtures.ts'
import { feedOf, showArrivals, withMessage, withPage } from './feed.ts'

const at = '2025-11-20T11:00:00.000Z'
const page = (positions: number[], nextCursor: string | null = null, epoch = 'e1') => ({
  items: positions.map((position) => submitted(position)),
  nextCursor,
  position: String(Math.max(0, ...positions)),
  epoch,
})
const positions = (items: readonly { position: string }[]) => items.map(({ position }) => Number(position))

test('holds back the activities of a message, newest first', () => {
  const feed = feedOf(page([5, 3]))
  const message = { position: '9', epoch: 'e1', at, items: [joined(9), submitted(7)], skipped: 0 }
  const next = withMessage(feed, message, () => undefined)
  expect(positions(next.items)).toEqual([5, 3])
  expect(positions(next.arrivals)).toEqual([9, 7])
  expect(positions(showArrivals(next).items)).toEqual([9, 7, 5, 3])
})

test('does not repeat an activity that a load has already brought', () => {
  const feed = withPage(feedOf(page([5])), page([7, 5]))
  const message = { position: '9', epoch: 'e1', at, items: [joined(9), submitted(7)], skipped: 0 }
  expect(positions(withMessage(feed, message, () => undefined).arrivals)).toEqual([9, 7])
})

test('shows the first activities of an empty feed at once', () => {
  const message = { position: '9', epoch: 'e1', at, items: [joined(9)], skipped: 0 }
  const next = withMessage(feedOf(page([])), message, () => undefined)
  expect(positions(next.items)).toEqual([9])
  expect(next.arrivals).toEqual([])
})

test('loads the feed again if the message lacks activities', () => {
  const reload = vi.fn<() => void>()
  const feed = feedOf(page([5]))
  const message = { position: '90', epoch: 'e1', at, items: [joined(90)], skipped: 40 }
  expect(withMessage(feed, message, reload)).toBe(feed)
  expect(reload).toHaveBeenCalledOnce()
})

test('a load updates what is shown, leaves out what is gone and keeps older pages', () => {
  const feed = feedOf(page([8, 6, 4, 2], 'after-2'))
  const loaded = { ...page([9, 8, 4], 'after-4'), items: [submitted(9), submitted(8, 12), submitted(4)] }
  const next = withPage(feed, loaded)
  expect(positions(next.arrivals)).toEqual([9])
  expect(positions(next.items)).toEqual([8, 4, 2])
  expect(next.items[0]).toMatchObject({ project: { likes: 12 } })
  expect(next.nextCursor).toBe('after-2')
})

test('a load with a gap replaces the feed when its activities are shown', () => {
  const next = withPage(feedOf(page([2, 1], 'after-1')), page([9, 8], 'after-8'))
  expect(positions(next.items)).toEqual([2, 1])
  const shown = showArrivals(next)
  expect(positions(shown.items)).toEqual([9, 8])
  expect(shown.nextCursor).toBe('after-8')
  expect(shown.arrivals).toEqual([])
})

test('the feed of another epoch, such as that of another run, replaces this one', () => {
  const feed = feedOf(page([5, 3]))
  expect(positions(withPage(feed, page([4], null, 'e2')).items)).toEqual([4])
  expect(withPage(feed, page([])).items).toEqual([])
})

const rankPage = (items: FeedItem[], nextCursor: string | null = null) => ({ ...page([]), items, nextCursor })

test('holds back the changes of rank of a date that has ended, and shows them at their place', () => {
  const feed = feedOf(page([5, 3]))
  const next = withPage(
    feed,
    rankPage([submitted(5), movedUp(3, 'leila'), movedUp(3, 'kenji'), submitted(3)]),
  )
  expect(positions(next.items)).toEqual([5, 3])
  expect(next.arrivals).toHaveLength(2)
  const shown = showArrivals(next)
  expect(shown.items.map(({ what, position }) => `${what} ${position}`)).toEqual([
    'submitted 5',
    'moved-up 3',
    'moved-up 3',
    'submitted 3',
  ])
  expect(showArrivals(withPage(shown, rankPage([...shown.items]))).items).toEqual(shown.items)
})

test('an activity that arrives after changes of rank is held back once', () => {
  const feed = withPage(feedOf(page([5, 3])), rankPage([submitted(5), movedUp(3, 'leila'), submitted(3)]))
  const message = { position: '9', epoch: 'e1', at, items: [joined(9), submitted(5)], skipped: 0 }
  const next = withMessage(feed, message, () => undefined)
  expect(next.arrivals.map(({ what, position }) => `${what} ${position}`)).toEqual(['joined 9', 'moved-up 3'])
})

test('keeps changes of rank on which a loaded page ends', () => {
  const items = [submitted(5), movedUp(3, 'leila'), movedUp(3, 'kenji'), submitted(2)]
  const next = withPage(feedOf(rankPage(items)), rankPage(items.slice(0, 2), 'after-leila'))
  expect(next.items).toEqual(items)
})
