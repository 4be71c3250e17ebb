import fc from 'fast-check'
import { projectKey, type Actor, type Contest, type Stars, type World } from './world.ts'

/**
 * What an actor does. `project` is a key of `projectKey`, `backup` an index of `World.backups`, `file` a key of `World.files`.
 * `content` is what the imported file contains, missing for a file that is none, and `run` the number that the product gives to
 * an imported run.
 */
export type Action =
  | { what: 'submit'; by: Actor; day: number; name: string }
  | { what: 'revise'; by: Actor; project: string; name: string }
  | { what: 'withdraw' | 'like' | 'unlike' | 'comment'; by: Actor; project: string }
  | { what: 'approve' | 'reject'; by: Actor; project: string }
  | { what: 'rate'; by: Actor; project: string; stars: Stars }
  | { what: 'complete' | 'reopen'; by: Actor; day: number }
  | { what: 'start'; by: Actor; day: number }
  | { what: 'reset'; by: Actor }
  | { what: 'backup'; by: Actor }
  | { what: 'restore' | 'delete'; by: Actor; backup: number }
  | { what: 'export'; by: Actor; backup: number; file: number }
  | { what: 'import'; by: Actor; file: number; content: Contest | undefined; run: number }

/** An action whose project or backup is not chosen yet; it will be one that exists by then. `isRetried`: it is sent twice. */
export type Draft = {
  what: Action['what']
  participant: Actor
  admin: Actor
  isByAdmin: boolean
  day: number
  name: string
  stars: Stars
  pick: number
  isRetried: boolean
}

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
  [3, 'backup'],
  [6, 'export'],
  [8, 'import'],
]

const star = fc.nat(5)

export const participants: readonly Actor[] = ['p0', 'p1', 'p2']

/** Few people, days and names, so that actions meet each other. */
const draftsOf = (chosen: Weights): fc.Arbitrary<Draft> =>
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
    pick: fc.nat(999),
    isRetried: fc.nat(4).map((number) => number === 4),
  })

/** Any action but exports and imports. */
export const anyDraft = draftsOf(weights)
export const anyDraftWithFiles = draftsOf([...weights, ...weightsOfFiles])

/**
 * Chooses the project, the backup or the file of an action: mostly a recent one, sometimes one that never was. `files` has the
 * contents of all files that were exported.
 */
export function toAction(draft: Draft, world: World, files: readonly Contest[] = []): Action {
  const { what, participant, admin, isByAdmin, day, name, stars, pick } = draft
  const recent = world.created.slice(-6)
  const project =
    recent[pick % (recent.length + 1)] ?? projectKey({ owner: participant, day, run: world.run + (pick % 2) })
  const backup = oneOf(world.backups, pick)
  switch (what) {
    case 'submit':
      return { what, by: isByAdmin && pick % 10 === 0 ? admin : participant, day, name }
    case 'revise':
      return { what, by: participant, project, name }
    case 'withdraw':
    case 'like':
    case 'unlike':
    case 'comment':
      return { what, by: participant, project }
    case 'approve':
    case 'reject':
      return { what, by: admin, project }
    case 'rate':
      return { what, by: isByAdmin ? admin : participant, project, stars }
    case 'complete':
    case 'reopen':
      return { what, by: participant, day }
    case 'start':
      return { what, by: admin, day }
    case 'reset':
      return { what, by: admin }
    case 'backup':
      return { what, by: admin }
    case 'restore':
    case 'delete':
      return { what, by: admin, backup }
    case 'export':
      return { what, by: admin, backup, file: files.length }
    case 'import': {
      const file = oneOf(files, pick)
      return { what, by: admin, file, content: files[file], run: world.highestRun + 1 }
    }
    default:
      return what
  }
}

/** Returns an index of a list, or rarely one that it does not have. */
const oneOf = ({ length }: readonly unknown[], pick: number): number =>
  length === 0 || pick % 8 === 0 ? length : pick % length
