import fc from 'fast-check'
import type { Action, ActionTemplate } from './actions.ts'
import type { ScoringDraft } from './scoring.ts'
import type { Actor, Stars } from './world.ts'

const participants: readonly Actor[] = ['p0', 'p1', 'p2']

type Weights = readonly [number, Action['what']][]

const weights: Weights = [
  [10, 'submit'],
  [3, 'revise'],
  [4, 'withdraw'],
  [4, 'rate'],
  [2, 'approve'],
  [2, 'reject'],
  [4, 'like'],
  [3, 'unlike'],
  [2, 'comment'],
  [3, 'complete'],
  [3, 'reopen'],
  [1, 'start'],
  [2, 'reset'],
  [3, 'restore'],
  [2, 'backup'],
  [1, 'delete'],
]
const weightsOfFiles: Weights = [
  [4, 'backup'],
  [8, 'export'],
  [10, 'import'],
]

const weightsOfScoring: Weights = [
  [6, 'submit'],
  [6, 'rate'],
  [3, 'compare'],
  [5, 'apply'],
  [4, 'undo'],
]

const star = fc.nat(5)
const tenths = fc.integer({ min: 0, max: 200 })

/** Few weights, so that a scoring is in force again and totals are equal; one is zero for everybody without a rating. */
const anyScoring: fc.Arbitrary<ScoringDraft> = fc.record({
  weights: fc.oneof(
    fc.constantFrom(
      { projects: 30, quality: 5, streak: 20 },
      { projects: 100, quality: 0, streak: 0 },
      { projects: 0, quality: 13, streak: 0 },
      { projects: 0, quality: 0, streak: 1 },
    ),
    fc.record({ projects: tenths, quality: tenths, streak: tenths }),
  ),
  excluded: fc.oneof(
    { weight: 3, arbitrary: fc.constant<Actor[]>([]) },
    { weight: 6, arbitrary: fc.subarray<Actor>([...participants]) },
    { weight: 1, arbitrary: fc.constant<Actor[]>(['p1', 'a1']) },
  ),
  normalise: fc.constantFrom('on', 'on', 'off', undefined),
})

/** Few people, days and names, so that actions meet each other. */
const templatesOf = (chosen: Weights): fc.Arbitrary<ActionTemplate> =>
  fc.record({
    what: fc.oneof(...chosen.map(([weight, what]) => ({ weight, arbitrary: fc.constant(what) }))),
    participant: fc.constantFrom(...participants),
    admin: fc.constantFrom<Actor>('a0', 'a1'),
    isByAdmin: fc.boolean(),
    day: fc.integer({ min: 1, max: 4 }),
    name: fc.constantFrom('Kite', 'Lamp'),
    stars: fc.oneof(
      { weight: 9, arbitrary: fc.tuple(star, star, star, star, star) },
      { weight: 1, arbitrary: fc.constant<Stars>([0, 0, 0, 0, 0]) },
    ),
    scoring: anyScoring,
    pick: fc.nat(999),
    isRetried: fc.nat(4).map((number) => number === 4),
  })

/** Any action that needs no read models, so without exports, imports, and changes of the scoring. */
export const anyTemplate = templatesOf(weights)
/** Any action. */
export const anyTemplateOfProduct = templatesOf([...weights, ...weightsOfFiles, ...weightsOfScoring])
