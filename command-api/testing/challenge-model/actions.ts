import fc from 'fast-check'
import { changeInForce } from './scoring.ts'
import { projectKey, type Actor, type Contest, type ScoringDraft, type Stars, type World } from './world.ts'

const participants: readonly Actor[] = ['p0', 'p1', 'p2']

/** How often something is done. */
const weights = {
  submit: 10,
  revise: 3,
  withdraw: 4,
  rate: 4,
  approve: 2,
  reject: 2,
  like: 4,
  unlike: 3,
  comment: 2,
  complete: 3,
  reopen: 3,
  start: 1,
  reset: 2,
  restore: 3,
  backup: 2,
  delete: 1,
}
const weightsOfProduct = {
  ...weights,
  submit: 16,
  rate: 10,
  backup: 6,
  export: 8,
  import: 10,
  compare: 3,
  apply: 5,
  undo: 4,
}
export type What = keyof typeof weightsOfProduct

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

/** Few people, days and names, so that actions meet each other. `isRetried`: the action is sent twice. */
const templatesOf = (chosen: { [Name in What]?: number }) =>
  fc.record({
    what: fc.oneof(
      // Safe: the type names these keys.
      ...(Object.entries(chosen) as [What, number][]).map(([what, weight]) => ({
        weight,
        arbitrary: fc.constant(what),
      })),
    ),
    participant: fc.constantFrom(...participants),
    admin: fc.constantFrom<Actor>('a0', 'a1'),
    isByAdmin: fc.boolean(),
    day: fc.integer({ min: 1, max: 4 }),
    name: fc.constantFrom('Kite', 'Lamp'),
    stars: fc.oneof(
      { weight: 9, arbitrary: fc.tuple(star, star, star, star, star) },
      { weight: 1, arbitrary: fc.constant<Stars>([0, 0, 0, 0, 0]) },
    ),
    draft: anyScoring,
    pick: fc.nat(999),
    isRetried: fc.nat(4).map((number) => number === 4),
  })

/** Any action that needs no read models, so without exports, imports, and changes of the scoring. */
export const anyTemplate = templatesOf(weights)
/** Any action. */
export const anyTemplateOfProduct = templatesOf(weightsOfProduct)

/** An action whose project, backup or file is not chosen yet; it will be one that exists by then. */
export type ActionTemplate = typeof anyTemplate extends fc.Arbitrary<infer Template> ? Template : never

/**
 * What an actor does, with all that any action can be about. `project` is a key of `projectKey`, `backup` an index of `World.backups`,
 * `file` a key of `World.files`. `content` is what the imported file contains, missing for a file that is none, and `run` the number
 * that the product gives to an imported run. `apply` and `undo` are about the scoring in the latest comparison of the same admin.
 */
export type Action = Pick<ActionTemplate, 'what' | 'day' | 'name' | 'stars' | 'draft'> & {
  by: Actor
  project: string
  backup: number
  file: number
  content: Contest | undefined
  run: number
}

/**
 * Chooses the project, the backup and the file of an action: mostly a recent one, sometimes one of another run or an index that never
 * was. `files` has the contents of all files that were exported.
 */
export function toAction(template: ActionTemplate, world: World, files: readonly Contest[] = []): Action {
  const { participant, day, name, stars, draft, pick } = template
  const known = pick % 4 === 0 ? world.created : [...world.contest.projects.keys()]
  const recent = known.slice(-6)
  const project =
    recent[Math.floor(pick / 4) % (recent.length + 1)] ??
    projectKey({ owner: participant, day, run: world.run + (pick % 2) })
  const what = comparedFirst(template, world)
  const file = what === 'export' ? files.length : oneOf(files, pick)
  const content = what === 'import' ? files[file] : undefined
  const backup = oneOf(world.backups, pick)
  const run = world.highestRun + 1
  return { what, by: actorOf(template), day, name, stars, draft, project, backup, file, content, run }
}

const ofParticipants: ReadonlySet<What> = new Set([
  'revise',
  'withdraw',
  'like',
  'unlike',
  'comment',
  'complete',
  'reopen',
] as const)

function actorOf({ what, participant, admin, isByAdmin, pick }: ActionTemplate): Actor {
  if (what === 'submit') return isByAdmin && pick % 10 === 0 ? admin : participant
  if (what === 'rate') return isByAdmin ? admin : participant
  return ofParticipants.has(what) ? participant : admin
}

/** Mostly compares before a change of the scoring, because another one is in force than the admin saw, or another run. */
function comparedFirst({ what, admin, pick }: ActionTemplate, { comparisons, run, contest }: World): What {
  if (what !== 'apply' && what !== 'undo') return what
  const seen = comparisons.get(admin)
  const isOutdated = seen?.change !== changeInForce(contest) || seen.run !== run
  if (isOutdated && pick % 4 !== 0) return 'compare'
  return contest.scorings.length > 0 || pick % 4 === 0 ? what : 'apply'
}

/** Returns an index of a list, or rarely one that it does not have. */
const oneOf = ({ length }: readonly unknown[], pick: number): number =>
  length === 0 || pick % 8 === 0 ? length : pick % length
