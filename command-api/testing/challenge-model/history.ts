import type { Action } from './actions.ts'
import { defaultScoring, isSameScoring, scoringOf } from './scoring.ts'
import { refusedBy, unchanged, type Step } from './step.ts'
import { emptyContest, projectKey, type Contest, type ModelProject, type World } from './world.ts'

type HistoryAction = Extract<
  Action,
  { what: 'reset' | 'restore' | 'backup' | 'delete' | 'export' | 'import' }
>

/** Section 7. A reset of a run that is empty since a reset is refused; the same restore again changes nothing. */
export function changeHistory(world: World, action: HistoryAction): Step {
  const { contest, beginning, isUntouched } = world
  if (action.what === 'import') return importFile(world, action)
  const backup = world.backups.length
  const saved = withBackup(world, contest)
  const run = world.highestRun + 1
  if (action.what === 'backup') return { world: saved, outcome: { done: { backup } } }
  if (action.what === 'reset') {
    if (isUntouched && beginning.by === 'reset') return refusedBy(world, 'conflict')
    const next = { contest: emptyContest, beginning: { by: 'reset' }, isUntouched: true } as const
    return { world: { ...saved, run, highestRun: run, ...next }, outcome: { done: { run, backup } } }
  }
  const chosen = world.backups[action.backup]
  if (chosen === undefined || chosen.isDeleted) return refusedBy(world, 'backup-not-found')
  if (action.what === 'export') return exportBackup(world, action)
  if (action.what === 'delete') {
    const backups = world.backups.with(action.backup, { ...chosen, isDeleted: true })
    return { world: { ...world, backups }, outcome: { done: {} } }
  }
  const restored = action.backup
  if (isUntouched && beginning.by === 'restore' && beginning.restored === restored)
    return unchanged(world, { run: world.run, backup: beginning.backup })
  const next = {
    contest: chosen.contest,
    beginning: { by: 'restore', restored, backup },
    isUntouched: true,
  } as const
  return { world: { ...saved, run, highestRun: run, ...next }, outcome: { done: { run, backup } } }
}

const withBackup = (world: World, contest: Contest): World => ({
  ...world,
  backups: world.backups.concat({ contest, isDeleted: false }),
})

/** The same backup always gives the same file. */
function exportBackup(world: World, { backup, file }: Action & { what: 'export' }): Step {
  const known = [...world.files].find(([, other]) => other.backup === backup && !other.isImported)
  if (known) return unchanged(world, { file: known[0] })
  const files = new Map(world.files).set(file, { backup, isImported: false })
  return unchanged({ ...world, files }, { file })
}

/**
 * A file whose backup is listed changes nothing. One that was imported before and whose backup was deleted is listed again.
 * Any other gets its own run.
 */
function importFile(world: World, { file, content, run }: Action & { what: 'import' }): Step {
  if (content === undefined) return refusedBy(world, 'backup-damaged')
  const known = world.files.get(file)
  const listed = known && world.backups[known.backup]
  if (known && listed?.isDeleted === false) return unchanged(world, { backup: known.backup, wasThere: true })
  const backup = world.backups.length
  const files = new Map(world.files).set(file, { backup, isImported: true })
  const done = { backup, wasThere: false }
  if (known?.isImported === true && listed)
    return unchanged({ ...withBackup(world, listed.contest), files }, done)
  // Later changes come after all changes in the file; the last of these brings its scoring.
  const changes = Math.max(world.changes, (content.past.at(-1)?.change ?? 0) + 1) + 1
  const contest = withScoringOfFile(inRun(content, run), changes)
  const created = [...contest.projects.keys()].concat(world.created)
  return unchanged({ ...withBackup(world, contest), created, files, changes, highestRun: run }, done)
}

/** Returns a contest as if it had happened in one run. Of one day, the project that was submitted last is there. */
function inRun(contest: Contest, run: number): Contest {
  const projects = new Map<string, ModelProject>()
  const inOrder = [...contest.projects.values()].toSorted((left, right) => left.run - right.run)
  for (const project of inOrder) projects.set(projectKey({ ...project, run }), { ...project, run })
  return { ...contest, projects }
}

/** A file has the scoring at its end, unless it is the default, and none before it. */
function withScoringOfFile(contest: Contest, change: number): Contest {
  const scoring = scoringOf(contest)
  const scorings = isSameScoring(scoring, defaultScoring) ? [] : [{ ...scoring, change }]
  return { ...contest, scorings }
}
