import { perCriterion } from '@thirty/contracts/judging/ratings.ts'
import { adminId, participantId, participantProjectId } from '../../bench/load/seed-community.ts'

/** A command that a user sends to a web process, and the event that it appends. */
export type ScenarioStep = {
  userId: string
  method: 'POST' | 'PUT' | 'DELETE'
  path: string
  /** Without the screenshot: its URL depends on the user and is added when the command is sent. */
  body?: object
  hasScreenshot?: true
  expectedEvent: string
}

/** The commands about one project, in order. */
export type ProjectScenario = { stream: string; steps: readonly ScenarioStep[] }

/** Participants who submit projects and rate projects of others. */
export const participantCount = 80
/** The days of the submitted projects. */
const days = { first: 3, last: 30 }

/** Yields a scenario for each project of each participant, day by day, always in the same order. */
export function* projectScenarios(): Generator<ProjectScenario> {
  for (let day = days.first; day <= days.last; day++)
    for (let number = 0; number < participantCount; number++) yield projectScenario(number, day)
}

function projectScenario(number: number, day: number): ProjectScenario {
  const project: Project = {
    id: participantProjectId(number, day),
    owner: participantId(number),
    number,
    day,
  }
  const actions = actionSequences[(number * 7 + day * 3) % actionSequences.length] ?? []
  return {
    stream: `project-${project.id}`,
    steps: actions.map((action, index) => action(project, index)),
  }
}

type Project = { id: string; owner: string; number: number; day: number }
type Action = (project: Project, index: number) => ScenarioStep

const content = ({ number, day }: Project, index: number) => ({
  projectName: `Day ${day}, try ${index}`,
  description: 'Counts visitors, and shows the total at the end of the day.',
  languages: 'TypeScript, CSS',
  liveLink: `https://day-${day}.example/${number}`,
  repoLink: `https://code.example/${number}/day-${day}`,
})

const review = ({ id }: Project, body: object, expectedEvent: string): ScenarioStep => ({
  userId: adminId,
  method: 'PUT',
  path: `/api/projects/${id}`,
  body,
  expectedEvent,
})

const submit: Action = (project, index) => ({
  userId: project.owner,
  method: 'POST',
  path: '/api/projects',
  body: { ...content(project, index), day: project.day },
  hasScreenshot: true,
  expectedEvent: 'ProjectSubmitted',
})

const revise: Action = (project, index) => ({
  userId: project.owner,
  method: 'PUT',
  path: `/api/projects/${project.id}`,
  body: content(project, index),
  hasScreenshot: true,
  expectedEvent: 'ProjectRevised',
})

const withdraw: Action = (project) => ({
  userId: project.owner,
  method: 'DELETE',
  path: `/api/projects/${project.id}`,
  expectedEvent: 'ProjectWithdrawn',
})

const approve: Action = (project) => review(project, { status: 'approved' }, 'ProjectApproved')

const reject: Action = (project) =>
  review(project, { status: 'rejected', reason: 'The link is broken.' }, 'ProjectRejected')

const rateByAdmin: Action = (project, index) => rate(adminId, project, index)

/** A rating by the participant whose number is higher by `distance`. */
const rateByParticipant =
  (distance: number): Action =>
  (project, index) =>
    rate(participantId((project.number + distance) % participantCount), project, index)

function rate(userId: string, { id, number, day }: Project, index: number): ScenarioStep {
  const criteria = perCriterion((_, place) => 1 + ((number + day * 3 + index * 2 + place) % 5))
  return {
    userId,
    method: 'POST',
    path: '/api/ratings/submit',
    body: { projectId: id, criteria, feedback: `Written at step ${index}.` },
    expectedEvent: 'ProjectRated',
  }
}

const actionSequences: readonly (readonly Action[])[] = [
  [submit, approve, rateByAdmin, rateByParticipant(1), rateByParticipant(2), rateByAdmin],
  [submit, rateByParticipant(1), revise, approve, rateByAdmin, rateByParticipant(3), rateByParticipant(4)],
  [submit, rateByAdmin, reject, revise, approve, rateByAdmin, rateByParticipant(1), rateByParticipant(1)],
  [submit, withdraw, submit, rateByAdmin, approve, rateByParticipant(5), rateByParticipant(6)],
  [submit, rateByAdmin, rateByParticipant(2), reject],
  [submit, rateByParticipant(1), withdraw],
  [
    submit,
    approve,
    rateByParticipant(7),
    rateByAdmin,
    rateByParticipant(8),
    rateByParticipant(9),
    rateByAdmin,
    rateByParticipant(7),
  ],
]
