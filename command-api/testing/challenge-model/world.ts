// An oracle for model-based tests: what the product must do, written from the decisions alone. It imports nothing of the
// product. A backup is the whole contest as it was, and a restore puts it back, so it knows neither events nor positions.

/** `p0`, `p1` … are participants, `a0`, `a1` … are admins. */
export type Actor = `p${number}` | `a${number}`
export const everybody: readonly Actor[] = ['p0', 'p1', 'p2', 'a0', 'a1']
export const isAdmin = (actor: Actor): boolean => actor.startsWith('a')

/** Stars of the five criteria, each 0–5. */
export type Stars = readonly [number, number, number, number, number]

/** `run` is the one in which the project was submitted: the same day may be submitted again in a later run. */
export type ModelProject = {
  owner: Actor
  day: number
  run: number
  status: 'submitted' | 'approved' | 'rejected' | 'withdrawn'
  name: string
  ratings: ReadonlyMap<Actor, Stars>
  likes: ReadonlySet<Actor>
  /** The number of comments. */
  comments: number
}

/** Numbers in tenths: what a project, a point of quality and a day of the streak are worth. */
export type ModelWeights = { projects: number; quality: number; streak: number }

/** For each reviewer the number of ratings, and the sums of their averages, in tenths of a star, and of the squares of these. */
export type ModelScales = ReadonlyMap<Actor, ScaleSums>
export type ScaleSums = { ratings: number; tenths: number; squares: number }

/** With `scales`, every official rating counts with its normalised average. */
export type ModelScoring = { weights: ModelWeights; excluded: readonly Actor[]; scales?: ModelScales }

/** What an admin wants to change: without `normalise`, the scales stay as they are. */
export type ScoringDraft = {
  weights: ModelWeights
  excluded: readonly Actor[]
  normalise: 'on' | 'off' | undefined
}

/** A change of the scoring. `change` is a number that no other change of the world has; 0 names the default. */
export type ScoringChange = ModelScoring & { change: number }

/** The projects after a change of the contest, which has this number. */
export type Moment = { change: number; projects: Contest['projects'] }

/**
 * Everything that a reset empties and a backup keeps. `day` is the current day; missing before the start. `past` has all states
 * of the projects, `scorings` all changes of the scoring, the oldest first.
 */
export type Contest = {
  projects: ReadonlyMap<string, ModelProject>
  completed: ReadonlyMap<Actor, ReadonlySet<number>>
  past: readonly Moment[]
  scorings: readonly ScoringChange[]
  day?: number
}

export type ModelBackup = { contest: Contest; isDeleted: boolean }

/** What an admin saw when comparing scorings: the run, the contest, and the change that set the current scoring. */
export type SeenComparison = { run: number; contest: Contest; change: number }

/** The backup that a file was exported from or imported as. */
export type KnownFile = { backup: number; isImported: boolean }

/**
 * The whole product. `created` has the ids of all projects ever submitted or imported, also in other runs, and `backups` all
 * backups, both in the order in which they were made. `beginning` says how the run began, and `isUntouched` whether anything
 * has changed since. `highestRun` is the highest number that a run has, `changes` counts changes of the contest, and `files`
 * has the backup files that the installation knows, by numbers that several installations share. `comparisons` has the latest one of
 * each admin.
 */
export type World = {
  run: number
  highestRun: number
  changes: number
  contest: Contest
  created: readonly string[]
  backups: readonly ModelBackup[]
  files: ReadonlyMap<number, KnownFile>
  comparisons: ReadonlyMap<Actor, SeenComparison>
  beginning: { by: 'installation' | 'reset' } | { by: 'restore'; restored: number; backup: number }
  isUntouched: boolean
}

export const emptyContest: Contest = { projects: new Map(), completed: new Map(), past: [], scorings: [] }

export const newWorld: World = {
  run: 1,
  highestRun: 1,
  changes: 0,
  contest: emptyContest,
  created: [],
  backups: [],
  files: new Map(),
  comparisons: new Map(),
  beginning: { by: 'installation' },
  isUntouched: true,
}

/** The key of a project: who submitted it for which day in which run. */
export const projectKey = ({ owner, day, run }: Pick<ModelProject, 'owner' | 'day' | 'run'>): string =>
  `${run} ${day} ${owner}`

/** Reads a key of `projectKey`. */
export function parseProjectKey(key: string): Pick<ModelProject, 'owner' | 'day' | 'run'> {
  const [run, day, owner] = key.split(' ')
  // Keys are written by `projectKey` only.
  return { run: Number(run), day: Number(day), owner: owner as Actor }
}
