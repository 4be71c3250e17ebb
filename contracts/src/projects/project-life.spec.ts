import { expect, test } from 'vitest'
import { perCriterion } from '../judging/ratings.ts'
import { evolveProject, isCounted, type LifeEvent, type ProjectLife } from './project-life.ts'

const content = {
  projectName: 'Kanban',
  description: 'A board of cards',
  languages: 'CSS',
  liveLink: '',
  repoLink: '',
  image: 'x',
}
const submitted: LifeEvent = { type: 'ProjectSubmitted', data: content }
const revised: LifeEvent = { type: 'ProjectRevised', data: content }
const withdrawn: LifeEvent = { type: 'ProjectWithdrawn', data: {} }
const approved: LifeEvent = { type: 'ProjectApproved', data: { by: 'ines' } }
const rejected: LifeEvent = { type: 'ProjectRejected', data: { by: 'ines' } }
const rated = (rater: string, stars: number, official = true): LifeEvent => ({
  type: 'ProjectRated',
  data: { rater, official, criteria: perCriterion(() => stars), feedback: '' },
})

type Rating = { rater: string; stars: number }
const lifeAfter = (events: readonly LifeEvent[]) =>
  events.reduce<ProjectLife<Rating> | undefined>(
    (life, event) =>
      evolveProject(life, event, ({ data: { rater, criteria } }) => ({ rater, stars: criteria.design })),
    undefined,
  )
const [four, five] = [
  { rater: 'ines', stars: 4 },
  { rater: 'ada', stars: 5 },
]
const ratings = [rated('ines', 3), rated('ada', 5), rated('zoe', 1, false), rated('ines', 4)]

test.each<[string, readonly LifeEvent[], ProjectLife<Rating> | undefined]>([
  ['a submission begins it', [submitted], { status: 'submitted', official: [] }],
  ['an approval', [submitted, approved], { status: 'approved', official: [] }],
  ['a rejection', [submitted, rejected], { status: 'rejected', official: [] }],
  ['a withdrawal ends it', [submitted, ...ratings, withdrawn], undefined],
  ['no event but a submission begins one', [revised, approved, rated('ines', 3), withdrawn], undefined],
  [
    'the latest official rating of each rater counts',
    [submitted, ...ratings],
    { status: 'submitted', official: [five, four] },
  ],
  [
    'a revision keeps the ratings, and is to be reviewed',
    [submitted, ...ratings, rejected, revised],
    { status: 'submitted', official: [five, four] },
  ],
  [
    'a submission begins a new life, also without a withdrawal before it',
    [submitted, ...ratings, submitted],
    { status: 'submitted', official: [] },
  ],
])('the life of a project: %s', (_title, events, life) => {
  expect(lifeAfter(events)).toEqual(life)
  expect(isCounted(lifeAfter(events))).toBe(['submitted', 'approved'].includes(life?.status ?? 'none'))
})
