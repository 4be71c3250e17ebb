import type { Action, What } from './actions.ts'
import { scoringRules } from './change-scoring.ts'
import { historyRules } from './history.ts'
import { averageRating } from './scoring.ts'
import { changed, refusedBy, unchanged, type Result, type Rule, type Step } from './step.ts'
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
export const perform = (world: World, action: Action): Step =>
  (rules[action.what] ?? aboutProject)(world, action)

const exists = ({ status }: ModelProject): boolean => status !== 'withdrawn'
const isDayOpen = ({ day: current }: Contest, day: number): boolean => current === undefined || day <= current

/** Section 4: one project per participant, run and day; a withdrawal frees the day. Section 3: later days are closed. */
const submit: Rule = (world, { by, day, name }) => {
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
  const none = { ratings: new Map(), likes: new Set<Actor>(), comments: 0 }
  const project: ModelProject = { owner: by, day, run, name, status: 'submitted', ...none }
  const key = projectKey(project)
  const created = world.created.filter((other) => other !== key).concat(key)
  return changed({ ...world, created }, withProject(contest, project), { project: key })
}

const withProject = (contest: Contest, project: ModelProject): Contest => ({
  ...contest,
  projects: new Map(contest.projects).set(projectKey(project), project),
})

/** Sections 4 and 5. A project that is not in the history of the current run does not exist. */
const aboutProject: Rule = (world, action) => {
  const project = world.contest.projects.get(action.project)
  const owner = parseProjectKey(action.project).owner
  const codes = refusalsOf(project, owner, action)
  if (project === undefined || codes.length > 0) return refusedBy(world, ...codes)
  const next = changes[action.what]?.(project, action) ?? project
  const done = resultOf(next, action)
  return next === project ? unchanged(world, done) : changed(world, withProject(world.contest, next), done)
}

function refusalsOf(project: ModelProject | undefined, owner: Actor, action: Action): string[] {
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

/** A project after an action that is not refused; the same one if the action changes nothing. */
const changes: { [Name in What]?: (project: ModelProject, action: Action) => ModelProject } = {
  // A revised rejected project is submitted again.
  revise: (project, { name }) =>
    project.status === 'submitted' && project.name === name
      ? project
      : { ...project, status: 'submitted', name },
  withdraw: (project) => (exists(project) ? { ...project, status: 'withdrawn' } : project),
  approve: (project) => ({ ...project, status: 'approved' }),
  reject: (project) => ({ ...project, status: 'rejected' }),
  like: (project, { by }) =>
    project.likes.has(by) ? project : { ...project, likes: new Set(project.likes).add(by) },
  unlike: (project, { by }) =>
    project.likes.has(by)
      ? { ...project, likes: new Set([...project.likes].filter((other) => other !== by)) }
      : project,
  comment: (project) => ({ ...project, comments: project.comments + 1 }),
  rate: (project, { by, stars }) =>
    String(project.ratings.get(by)) === String(stars)
      ? project
      : { ...project, ratings: new Map(project.ratings).set(by, stars) },
}

function resultOf(project: ModelProject, { what, by }: Action): Result {
  const { likes, comments, ratings } = project
  if (what === 'like' || what === 'unlike') return { likes: likes.size, likedByMe: likes.has(by) }
  if (what === 'comment') return { comments }
  return what === 'rate' ? { averageRating: averageRating(project), ratingCount: ratings.size } : {}
}

/** Section 13: a day that has begun can be marked as complete, and reopened. */
const completeOrReopen: Rule = (world, { what, by, day }) => {
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
const start: Rule = (world, { day }) =>
  world.contest.day === undefined
    ? changed(world, { ...world.contest, day })
    : refusedBy(world, 'already-started')

/** The rules of all actions but those about one project. */
const rules: { [Name in What]?: Rule } = {
  ...historyRules,
  ...scoringRules,
  submit,
  start,
  complete: completeOrReopen,
  reopen: completeOrReopen,
}
