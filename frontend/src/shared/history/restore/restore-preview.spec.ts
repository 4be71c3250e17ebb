import { expect, test } from 'vitest'
import { preview } from '../../../../testing/history-fixtures.ts'
import { changesNothing, describeStrip, figureChanges, listChanges } from './restore-preview.tsx'

const nothing = { projects: { total: 0, first: [] }, ratings: 0, participants: 0 }
const projectsOfDays = (days: readonly number[]) => ({
  total: days.length,
  first: days.map((day, index) => ({ _id: `p${index}`, projectName: 'Pulse', day, owner: 'Maya' })),
})

test('the table has each figure now and after the restore, and the difference in words', () => {
  expect(figureChanges(preview.now, preview.after)).toEqual([
    { label: 'Projects', now: '2,041', after: '1,852', change: '189 fewer', direction: 'fewer' },
    { label: 'Participants', now: '128', after: '121', change: '7 fewer', direction: 'fewer' },
    { label: 'Average points', now: '128.4', after: '116.8', change: '11.6 less', direction: 'fewer' },
  ])
  expect(figureChanges(preview.after, preview.now).map(({ change }) => change)).toEqual([
    '189 more',
    '7 more',
    '11.6 more',
  ])
  expect(figureChanges(preview.now, preview.now).map(({ change }) => change)).toEqual([
    'unchanged',
    'unchanged',
    'unchanged',
  ])
})

test('averages that differ by less than they show are unchanged', () => {
  const [, , average] = figureChanges(
    { ...preview.now, averagePoints: 116.81 },
    { ...preview.after, averagePoints: 116.84 },
  )
  expect(average).toMatchObject({ change: 'unchanged', direction: 'same' })
})

test('projects that would vanish are listed with their days', () => {
  expect(listChanges(preview.vanishes, 'vanishes')).toEqual([
    '2 projects from Day 18, 1 from Day 19',
    '146 ratings with written feedback',
    '7 people leave the leaderboard',
  ])
  expect(
    listChanges({ ...nothing, projects: projectsOfDays([4]), ratings: 1, participants: 1 }, 'vanishes'),
  ).toEqual(['1 project from Day 4', '1 rating with written feedback', '1 person leaves the leaderboard'])
  expect(listChanges({ ...nothing, participants: 2 }, 'appears')).toEqual([
    '2 people return to the leaderboard',
  ])
  expect(listChanges(nothing, 'vanishes')).toEqual([])
})

test('many days are counted, and days of projects that are not all known are not named', () => {
  expect(listChanges({ ...nothing, projects: projectsOfDays([1, 2, 3, 4, 4]) }, 'vanishes')).toEqual([
    '5 projects from 4 days',
  ])
  expect(listChanges({ ...nothing, projects: { ...projectsOfDays([1]), total: 2041 } }, 'vanishes')).toEqual([
    '2,041 projects',
  ])
})

test('a restore changes nothing only if leaderboard, projects and ratings are the same', () => {
  const same = { ...preview, after: preview.now, appears: nothing, vanishes: nothing }
  expect(changesNothing(same)).toBe(true)
  expect(changesNothing(preview)).toBe(false)
  expect(changesNothing({ ...same, vanishes: { ...nothing, ratings: 1 } })).toBe(false)
  expect(changesNothing({ ...same, appears: { ...nothing, projects: projectsOfDays([1]) } })).toBe(false)
})

test('a strip is described by its day and the days with projects', () => {
  expect(describeStrip('Now', preview.now)).toBe('Now: Day 19, projects on 19 of 30 days')
  expect(describeStrip('Now', { ...preview.now, challengePeriod: null, days: [0, 1] })).toBe(
    'Now: Not started, projects on 1 of 2 days',
  )
})
