import type { Criteria } from '@thirty/contracts/rules/ratings.ts'
import { adminId, participantId, participantProjectId } from '../../infra/bench/load/seed-community.ts'

/** Something that somebody does by a request to a web process, and the event that it leaves in the log. */
export type ScenarioStep = {
  /** Id of the user who does it. */
  userId: string
  method: 'POST' | 'PUT' | 'DELETE'
  path: string
  /** Without the screenshot, which belongs to whoever does it. */
  body?: object
  hasScreenshot?: true
  expectedEvent: string
}

/** All that happens to one project, in order. */
export type ProjectScenario = { stream: string; steps: readonly ScenarioStep[] }

/** How many take part: each of them hands in, and rates what others handed in. */
export const participantCount = 80
/** Days that are handed in for, so many of the thirty. */
const days = { first: 3, last: 30 }

/** Courses of everybody's projects, day by day, always the same: those who hand in for a day come one after the other. */
export function* projectScenarios(): Generator<ProjectScenario> {
  for (let day = days.first; day <= days.last; day++)
    for (let number = 0; number < participantCount; number++) yield courseOf(number, day)
}

function courseOf(number: number, day: number): ProjectScenario {
  const project: Project = {
    id: participantProjectId(number, day),
    owner: participantId(number),
    number,
    day,
  }
  const story = stories[(number * 7 + day * 3) % stories.length] ?? []
  return {
    stream: `project-${project.id}`,
    steps: story.map((word, at) => (typeof word === 'string' ? words[word](project, at) : word(project, at))),
  }
}

type Project = { id: string; owner: string; number: number; day: number }
type Say = (project: Project, at: number) => ScenarioStep

const content = ({ number, day }: Project, at: number) => ({
  projectName: `Day ${day}, try ${at}`,
  description: 'Counts what comes and what goes, and shows at the end of the day what is left.',
  languages: 'TypeScript, CSS',
  liveLink: `https://day-${day}.example/${number}`,
  repoLink: `https://code.example/${number}/day-${day}`,
})

const changed = ({ id }: Project, body: object, leaves: string): ScenarioStep => ({
  userId: adminId,
  method: 'PUT',
  path: `/api/projects/${id}`,
  body,
  expectedEvent: leaves,
})

const words = {
  'hand in': (project, at) => ({
    userId: project.owner,
    method: 'POST',
    path: '/api/projects',
    body: { ...content(project, at), day: project.day },
    hasScreenshot: true,
    expectedEvent: 'ProjectSubmitted',
  }),
  revise: (project, at) => ({
    ...changed(project, content(project, at), 'ProjectRevised'),
    userId: project.owner,
    hasScreenshot: true,
  }),
  withdraw: (project) => ({
    userId: project.owner,
    method: 'DELETE',
    path: `/api/projects/${project.id}`,
    expectedEvent: 'ProjectWithdrawn',
  }),
  approve: (project) => changed(project, { status: 'approved' }, 'ProjectApproved'),
  reject: (project) =>
    changed(project, { status: 'rejected', reason: 'The link leads nowhere.' }, 'ProjectRejected'),
  rate: (project, at) => ratedBy(adminId, project, at),
} satisfies Record<string, Say>

/** A rating by so manieth neighbour of the owner. */
const neighbour =
  (away: number): Say =>
  (project, at) =>
    ratedBy(participantId((project.number + away) % participantCount), project, at)

function ratedBy(by: string, { id, number, day }: Project, at: number): ScenarioStep {
  const stars = (criterion: number) => 1 + ((number + day * 3 + at * 2 + criterion) % 5)
  const criteria: Criteria = {
    functionality: stars(0),
    design: stars(1),
    innovation: stars(2),
    codeQuality: stars(3),
    completeness: stars(4),
  }
  const feedback = `Said at step ${at}.`
  return {
    userId: by,
    method: 'POST',
    path: '/api/ratings/submit',
    body: { projectId: id, criteria, feedback },
    expectedEvent: 'ProjectRated',
  }
}

const stories: readonly (readonly (keyof typeof words | Say)[])[] = [
  ['hand in', 'approve', 'rate', neighbour(1), neighbour(2), 'rate'],
  ['hand in', neighbour(1), 'revise', 'approve', 'rate', neighbour(3), neighbour(4)],
  ['hand in', 'rate', 'reject', 'revise', 'approve', 'rate', neighbour(1), neighbour(1)],
  ['hand in', 'withdraw', 'hand in', 'rate', 'approve', neighbour(5), neighbour(6)],
  ['hand in', 'rate', neighbour(2), 'reject'],
  ['hand in', neighbour(1), 'withdraw'],
  ['hand in', 'approve', neighbour(7), 'rate', neighbour(8), neighbour(9), 'rate', neighbour(7)],
]
