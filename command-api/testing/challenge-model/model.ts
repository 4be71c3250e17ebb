import type { Action } from './actions.ts'
import {
  emptyContest,
  isAdmin,
  parseProjectKey,
  projectKey,
  type Actor,
  type Contest,
  type ModelProject,
  type Stars,
  type World,
} from './world.ts'

/** A refusal by any of these codes: where several rules say no, the decisions do not say which one is named. */
export type Outcome = { refused: readonly string[] } | { done: Result }
/** The part of an acknowledged result that follows from the decisions. `backup` is an index of `World.backups`. */
export type Result = {
  project?: string
  likes?: number
  likedByMe?: boolean
  comments?: number
  averageRating?: number
  ratingCount?: number
  completedDays?: readonly number[]
  run?: number
  backup?: number
}

type Step = { world: World; outcome: Outcome }

/** Returns what an action does to the world, and its outcome. Pure. */
export function perform(world: World, action: Action): Step {
  if (action.what === 'submit') return submit(world, action)
  if (action.what === 'start') return start(world, action)
  if ('project' in action) return aboutProject(world, action)
  if ('day' in action) return completeOrReopen(world, action)
  return changeHistory(world, action)
}

/** Returns what was expected, with the code of the actual refusal if several are right and it is one of them. */
export function narrowed(expected: Outcome, actual: Outcome): Outcome {
  if (!('refused' in expected) || !('refused' in actual)) return expected
  return actual.refused.every((code) => expected.refused.includes(code)) ? actual : expected
}

const refusedBy = (world: World, ...codes: readonly string[]): Step => ({
  world,
  outcome: { refused: codes },
})
const unchanged = (world: World, done: Result = {}): Step => ({ world, outcome: { done } })
const changed = (world: World, contest: Contest, done: Result = {}): Step => ({
  world: { ...world, contest, isUntouched: false },
  outcome: { done },
})

const exists = ({ status }: ModelProject): boolean => status !== 'withdrawn'
const isDayOpen = ({ day: current }: Contest, day: number): boolean => current === undefined || day <= current

/** Section 4: one project per participant, run and day; a withdrawal frees the day. Section 3: later days are closed. */
function submit(world: World, { by, day, name }: Action & { what: 'submit' }): Step {
  const { contest, run } = world
  if (isAdmin(by)) return refusedBy(world, 'not-allowed')
  const ofDay = [...contest.projects.values()].filter(
    (project) => project.owner === by && project.day === day,
  )
  const codes = [
    ...(ofDay.some(exists) ? ['day-already-taken'] : []),
    ...(isDayOpen(contest, day) ? [] : ['day-not-started']),
  ]
  if (codes.length > 0) return refusedBy(world, ...codes)
  const project: ModelProject = {
    owner: by,
    day,
    run,
    name,
    status: 'submitted',
    ratings: new Map(),
    likes: new Set(),
    comments: 0,
  }
  const key = projectKey(project)
  const created = world.created.filter((other) => other !== key).concat(key)
  return changed({ ...world, created }, withProject(contest, project), { project: key })
}

const withProject = (contest: Contest, project: ModelProject): Contest => ({
  ...contest,
  projects: new Map(contest.projects).set(projectKey(project), project),
})

type AboutProject = Extract<Action, { project: string }>

/** Sections 4 and 5. A project that is not in the history of the current run does not exist. */
function aboutProject(world: World, action: AboutProject): Step {
  const project = world.contest.projects.get(action.project)
  const owner = parseProjectKey(action.project).owner
  const codes = refusalsOf(project, owner, action)
  if (project === undefined || codes.length > 0) return refusedBy(world, ...codes)
  const next = afterAction(project, action)
  const done = resultOf(next ?? project, action)
  return next === undefined ? unchanged(world, done) : changed(world, withProject(world.contest, next), done)
}

function refusalsOf(project: ModelProject | undefined, owner: Actor, action: AboutProject): string[] {
  if (project === undefined) return ['project-not-found', 'challenge-was-reset']
  const { what, by } = action
  const { status } = project
  const isOwn = by === owner
  if (what === 'rate')
    return [
      ...(isOwn ? ['own-project'] : []),
      ...(status === 'rejected' || status === 'withdrawn' ? ['not-rateable'] : []),
      ...(action.stars.every((stars) => stars === 0) ? ['no-criterion'] : []),
    ]
  if (what === 'revise' || what === 'withdraw')
    return [
      ...(isOwn ? [] : ['not-your-project']),
      ...(status === 'withdrawn' && (what === 'revise' || !isOwn) ? ['project-not-found'] : []),
      ...(status === 'approved' ? ['project-closed'] : []),
    ]
  if (status === 'withdrawn') return ['project-not-found']
  if (what === 'approve' || what === 'reject') return status === 'submitted' ? [] : ['already-reviewed']
  return status === 'rejected' && what !== 'unlike' ? ['project-rejected'] : []
}

/** Returns the project after an action that is not refused; `undefined` if it changes nothing. */
function afterAction(project: ModelProject, action: AboutProject): ModelProject | undefined {
  const { by } = action
  const { status, likes } = project
  switch (action.what) {
    case 'revise':
      // A revised rejected project is submitted again.
      return status === 'submitted' && project.name === action.name
        ? undefined
        : { ...project, status: 'submitted', name: action.name }
    case 'withdraw':
      return status === 'withdrawn' ? undefined : { ...project, status: 'withdrawn' }
    case 'approve':
      return { ...project, status: 'approved' }
    case 'reject':
      return { ...project, status: 'rejected' }
    case 'like':
      return likes.has(by) ? undefined : { ...project, likes: new Set(likes).add(by) }
    case 'unlike':
      return likes.has(by)
        ? { ...project, likes: new Set([...likes].filter((other) => other !== by)) }
        : undefined
    case 'comment':
      return { ...project, comments: project.comments + 1 }
    case 'rate': {
      const rating = { stars: action.stars, official: isAdmin(by) }
      if (String(project.ratings.get(by)?.stars) === String(action.stars)) return undefined
      return { ...project, ratings: new Map(project.ratings).set(by, rating) }
    }
    default:
      return action
  }
}

function resultOf(project: ModelProject, { what, by }: AboutProject): Result {
  const { likes, comments, ratings } = project
  if (what === 'like' || what === 'unlike') return { likes: likes.size, likedByMe: likes.has(by) }
  if (what === 'comment') return { comments }
  return what === 'rate' ? { averageRating: averageRating(project), ratingCount: ratings.size } : {}
}

/**
 * Section 5: the average over all five criteria, zeros included; of several ratings the mean of their averages, rounded half
 * up to one decimal. Computed in whole numbers: an average is a number of fifths.
 */
export function averageRating({ ratings }: Pick<ModelProject, 'ratings'>): number {
  if (ratings.size === 0) return 0
  const fifths = [...ratings.values()].reduce((sum, { stars }) => sum + sumOf(stars), 0)
  const tenths = Math.floor((4 * fifths + ratings.size) / (2 * ratings.size))
  return tenths / 10
}
const sumOf = (stars: Stars): number => stars.reduce((sum, value) => sum + value, 0)

/** Section 13: a day that has begun can be marked as complete, and reopened. */
function completeOrReopen(world: World, { what, by, day }: Action & { what: 'complete' | 'reopen' }): Step {
  const { contest } = world
  const days = contest.completed.get(by) ?? new Set<number>()
  const isComplete = what === 'complete'
  if (days.has(day) === isComplete) return unchanged(world, { completedDays: sorted(days) })
  if (isComplete && !isDayOpen(contest, day)) return refusedBy(world, 'day-not-started')
  const next = new Set([...days].filter((other) => other !== day).concat(isComplete ? [day] : []))
  const completed = new Map(contest.completed).set(by, next)
  return changed(world, { ...contest, completed }, { completedDays: sorted(next) })
}
const sorted = (days: Iterable<number>): number[] => [...days].toSorted((left, right) => left - right)

/** Section 1: a second start is refused. The challenge is started so that today is the given day. */
function start(world: World, { day }: Action & { what: 'start' }): Step {
  if (world.contest.day !== undefined) return refusedBy(world, 'already-started')
  return changed(world, { ...world.contest, day })
}

type HistoryAction = Extract<Action, { what: 'reset' | 'restore' | 'backup' | 'delete' }>

/** Section 7. A reset of a run that is empty since a reset is refused; the same restore again changes nothing. */
function changeHistory(world: World, action: HistoryAction): Step {
  const { contest, beginning, isUntouched } = world
  const backup = world.backups.length
  const saved = { ...world, backups: world.backups.concat({ contest, isDeleted: false }) }
  const run = world.run + 1
  if (action.what === 'backup') return { world: saved, outcome: { done: { backup } } }
  if (action.what === 'reset') {
    if (isUntouched && beginning.by === 'reset') return refusedBy(world, 'conflict')
    const next: World = {
      ...saved,
      run,
      contest: emptyContest,
      beginning: { by: 'reset' },
      isUntouched: true,
    }
    return { world: next, outcome: { done: { run, backup } } }
  }
  const chosen = world.backups[action.backup]
  if (chosen === undefined || chosen.isDeleted) return refusedBy(world, 'backup-not-found')
  if (action.what === 'delete') {
    const backups = world.backups.with(action.backup, { ...chosen, isDeleted: true })
    return { world: { ...world, backups }, outcome: { done: {} } }
  }
  const restored = action.backup
  if (isUntouched && beginning.by === 'restore' && beginning.restored === restored)
    return unchanged(world, { run: world.run, backup: beginning.backup })
  const next: World = {
    ...saved,
    run,
    contest: chosen.contest,
    beginning: { by: 'restore', restored, backup },
    isUntouched: true,
  }
  return { world: next, outcome: { done: { run, backup } } }
}
