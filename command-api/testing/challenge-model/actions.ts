import { changeInForce, type ScoringDraft } from './scoring.ts'
import { projectKey, type Actor, type Contest, type Stars, type World } from './world.ts'

/**
 * What an actor does. `project` is a key of `projectKey`, `backup` an index of `World.backups`, `file` a key of `World.files`.
 * `content` is what the imported file contains, missing for a file that is none, and `run` the number that the product gives to
 * an imported run. `apply` and `undo` are about the scoring in the latest comparison of the same admin.
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
  | { what: 'compare'; by: Actor; draft: ScoringDraft }
  | { what: 'apply'; by: Actor; draft: ScoringDraft }
  | { what: 'undo'; by: Actor }

/** An action whose project or backup is not chosen yet; it will be one that exists by then. `isRetried`: it is sent twice. */
export type ActionTemplate = {
  what: Action['what']
  participant: Actor
  admin: Actor
  isByAdmin: boolean
  day: number
  name: string
  stars: Stars
  scoring: ScoringDraft
  pick: number
  isRetried: boolean
}

/**
 * Chooses the project, the backup or the file of an action: mostly a recent one, sometimes one of another run or an index that never
 * was. `files` has the contents of all files that were exported.
 */
export function toAction(template: ActionTemplate, world: World, files: readonly Contest[] = []): Action {
  const { what, participant, admin, isByAdmin, day, name, stars, pick } = template
  const known = pick % 4 === 0 ? world.created : [...world.contest.projects.keys()]
  const recent = known.slice(-6)
  const project =
    recent[Math.floor(pick / 4) % (recent.length + 1)] ??
    projectKey({ owner: participant, day, run: world.run + (pick % 2) })
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
    case 'backup':
      return { what, by: admin }
    case 'restore':
    case 'delete':
      return { what, by: admin, backup }
    case 'export':
      return { what, by: admin, backup, file: files.length }
    case 'compare':
    case 'apply':
    case 'undo':
      return aboutScoring(template, world)
    case 'import': {
      const file = oneOf(files, pick)
      return { what, by: admin, file, content: files[file], run: world.highestRun + 1 }
    }
  }
}

/** Mostly compares before a change, because another scoring is in force than the admin saw, or another run. */
function aboutScoring(
  { what, admin: by, scoring, pick }: ActionTemplate,
  { comparisons, run, contest }: World,
): Action {
  const seen = comparisons.get(by)
  const isOutdated = (seen?.change !== changeInForce(contest) || seen.run !== run) && pick % 4 !== 0
  if (what === 'compare' || isOutdated) return { what: 'compare', by, draft: scoring }
  const hasChange = contest.scorings.length > 0 || pick % 4 === 0
  return what === 'undo' && hasChange ? { what, by } : { what: 'apply', by, draft: scoring }
}

/** Returns an index of a list, or rarely one that it does not have. */
const oneOf = ({ length }: readonly unknown[], pick: number): number =>
  length === 0 || pick % 8 === 0 ? length : pick % length
