import type { Action, What } from './actions.ts'
import { defaultScoring, isSameScoring, scoringOf } from './scoring.ts'
import { refusedBy, unchanged, type Rule, type Step } from './step.ts'
import {
  emptyContest,
  projectKey,
  type Contest,
  type ModelBackup,
  type ModelProject,
  type World,
} from './world.ts'

const withBackup = (world: World, contest = world.contest): World => ({
  ...world,
  backups: world.backups.concat({ contest, isDeleted: false }),
})

/** Begins another run with this contest, after a backup of the current one. */
function inNextRun(world: World, contest: Contest, beginning: World['beginning']): Step {
  const [backup, run] = [world.backups.length, world.highestRun + 1]
  const next = { contest, beginning, run, highestRun: run, isUntouched: true }
  return unchanged({ ...withBackup(world), ...next }, { run, backup })
}

/**
 * A file whose backup is listed changes nothing. One that was imported before and whose backup was deleted is listed again.
 * Any other gets its own run.
 */
const importFile: Rule = (world, { file, content, run }) => {
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

/** A rule about a backup that is listed. */
const aboutListed =
  (rule: (world: World, chosen: ModelBackup, action: Action) => Step): Rule =>
  (world, action) => {
    const chosen = world.backups[action.backup]
    return chosen?.isDeleted === false ? rule(world, chosen, action) : refusedBy(world, 'backup-not-found')
  }

/** Section 7. */
export const historyRules = {
  backup: (world) => unchanged(withBackup(world), { backup: world.backups.length }),
  /** A reset of a run that is empty since a reset is refused. */
  reset: (world) =>
    world.isUntouched && world.beginning.by === 'reset'
      ? refusedBy(world, 'conflict')
      : inNextRun(world, emptyContest, { by: 'reset' }),
  delete: aboutListed((world, chosen, { backup }) =>
    unchanged({ ...world, backups: world.backups.with(backup, { ...chosen, isDeleted: true }) }),
  ),
  /** The same restore again changes nothing. */
  restore: aboutListed((world, { contest }, { backup: restored }) => {
    const { beginning, backups, isUntouched, run } = world
    return isUntouched && beginning.by === 'restore' && beginning.restored === restored
      ? unchanged(world, { run, backup: beginning.backup })
      : inNextRun(world, contest, { by: 'restore', restored, backup: backups.length })
  }),
  /** The same backup always gives the same file. */
  export: aboutListed((world, _, { backup, file }) => {
    const known = [...world.files].find(([, other]) => other.backup === backup && !other.isImported)
    if (known) return unchanged(world, { file: known[0] })
    const files = new Map(world.files).set(file, { backup, isImported: false })
    return unchanged({ ...world, files }, { file })
  }),
  import: importFile,
} satisfies { [Name in What]?: Rule }
