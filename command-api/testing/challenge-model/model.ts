import type { Action } from './actions.ts'
import { changeScoring } from './change-scoring.ts'
import { changeHistory } from './history.ts'
import { averageRating } from './ratings.ts'
import { changed, refusedBy, unchanged, type Result, type Step } from './step.ts'
import {
  isAdmin,
  parseProjectKey,
  projectKey,
  type Actor,
  type Contest,
  type ModelProject,
  type World,
} from './world.ts'

/** Returns what an action does to the world, and its outcome. Pure. */
export function perform(world: World, action: Action): Step {
  if (action.what === 'submit') return submit(world, action)
  if (action.what === 'start') return start(world, action)
  if ('project' in action) return aboutProject(world, action)
  if ('day' in action) return completeOrReopen(world, action)
  if ('draft' in action || action.what === 'undo') return changeScoring(world, action)
  return changeHistory(world, action)
}

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
  }
}

function resultOf(project: ModelProject, { what, by }: AboutProject): Result {
  const { likes, comments, ratings } = project
  if (what === 'like' || what === 'unlike') return { likes: likes.size, likedByMe: likes.has(by) }
  if (what === 'comment') return { comments }
  return what === 'rate' ? { averageRating: averageRating(project), ratingCount: ratings.size } : {}
}

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
