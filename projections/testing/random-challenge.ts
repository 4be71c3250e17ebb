import fc from 'fast-check'
import {
  challengeEvent,
  equalCriteria,
  inRun,
  personEvents,
  projectEvents,
  userIdOf,
  type GivenEvent,
} from './event-builders.ts'

// Random challenges with resets and restores, for property tests. The commands would append the same events.

const names = ['Ada', 'Bob', 'Cleo', 'Dan']
const raters = ['Root', 'Rita', 'Zoe']

type Step = {
  what: string
  name: string
  day: number
  rater: string
  stars: number
  hours: number
  pick: number
}

const actions = (
  'submit submit submit rate rate approve reject revise withdraw status rename ' +
  'start backup reset restore register'
).split(' ')

const stepOf = (what: readonly string[]): fc.Arbitrary<Step> =>
  fc.record({
    what: fc.constantFrom(...what),
    name: fc.constantFrom(...names),
    day: fc.integer({ min: 1, max: 4 }),
    rater: fc.constantFrom(...raters),
    stars: fc.integer({ min: 0, max: 5 }),
    hours: fc.integer({ min: 0, max: 30 }),
    pick: fc.nat({ max: 99 }),
  })

type Project = { run: number; status: 'submitted' | 'approved' | 'rejected' }
/** The projects of a run by participant and day, and the position of the last event. */
type Run = Map<string, Project>
export type RandomBackup = { id: string; of: { run: number; upTo?: string } }

/** A challenge: its events at positions 10, 20, 30 …, its backups, and the number of its current run. */
export type RandomChallenge = { events: GivenEvent[]; backups: RandomBackup[]; run: number; nextRun: number }

/**
 * Challenges of a few participants with some backups, resets and restores. Without `minLength`, most have few events: the
 * default size of fast-check. With `grant`, participants also become admins.
 */
export const randomChallenges = (
  maxLength = 80,
  minLength = 0,
  ...more: 'grant'[]
): fc.Arbitrary<RandomChallenge> =>
  fc.array(stepOf([...actions, ...more]), { minLength, maxLength }).map(challengeOf)

function challengeOf(steps: readonly Step[]): RandomChallenge {
  const events: GivenEvent[] = []
  const backups: (RandomBackup & { projects: Run })[] = []
  const statuses = new Map<string, 'active' | 'inactive'>()
  let projects: Run = new Map()
  let [run, nextRun, now] = [1, 2, Date.parse('2026-01-01T06:00:00.000Z')]
  const add = (event: GivenEvent) => events.push({ ...event, at: new Date(now).toISOString() })
  const addBackup = (of: RandomBackup['of'], automatic: boolean) => {
    const id = `b${backups.length + 1}`
    const data = { backup: id, name: `Backup ${id}`, automatic, of }
    add({ ...challengeEvent('BackupCreated', data), actor: userIdOf('Root') })
    backups.push({ id, of, projects: new Map(projects) })
    return id
  }
  add(personEvents('Root').registered({ role: 'admin' }))
  const register = (name: string) => {
    if (statuses.has(name)) return
    statuses.set(name, 'active')
    add(personEvents(name).registered())
  }
  for (const { what, name, day, rater, stars, hours, pick } of steps) {
    now += hours * 3_600_000
    if (what === 'register') register(name)
    else if (what === 'start')
      add(challengeEvent('ChallengeStarted', { run, startsAt: new Date(now).toISOString() }))
    else if (what === 'backup') addBackup({ run, upTo: `${events.length * 10}` }, false)
    else if (what === 'reset') {
      const backup = addBackup({ run }, true)
      run = nextRun++
      projects = new Map()
      add(challengeEvent('ChallengeReset', { run, backup }))
    } else if (what === 'restore') {
      const backup = backups[pick % Math.max(1, backups.length)]
      if (backup === undefined) continue
      addBackup({ run }, true)
      run = nextRun++
      projects = new Map(backup.projects)
      add(challengeEvent('BackupRestored', { run, backup: backup.id, parent: backup.of }))
    } else if (what === 'status' && statuses.has(name)) {
      const status = statuses.get(name) === 'active' ? 'inactive' : 'active'
      statuses.set(name, status)
      add(personEvents(name).status(status))
    } else if (what === 'grant' && statuses.has(name)) add(personEvents(name).event('AdminRightsGranted', {}))
    else if (what === 'rename' && statuses.has(name))
      add(personEvents(name).event('ProfileChanged', { fullName: `${name} ${pick}` }))
    else {
      // Most projects get several ratings.
      const rated = what === 'rate' ? [...projects.keys()][pick % projects.size] : undefined
      const key = rated ?? `${name} ${day}`
      const present = projects.get(key)
      if (what === 'submit' && present === undefined) {
        register(name)
        add(projectEvents(name, day, run).submitted({ projectName: `${name} ${day} ${pick}` }))
        projects.set(key, { run, status: 'submitted' })
      }
      if (present === undefined) continue
      const [owner = name, itsDay = day] = key.split(' ')
      const project = projectEvents(owner, Number(itsDay), present.run)
      const change = (event: GivenEvent, status?: Project['status']) => {
        add(inRun(run, event))
        if (status) projects.set(key, { ...present, status })
      }
      if (what === 'rate' && present.status !== 'rejected')
        change(
          project.rated(
            rater,
            { ...equalCriteria(stars), design: 5 },
            { official: rater !== 'Zoe' && pick % 9 > 0 },
          ),
        )
      else if (what === 'approve' && present.status === 'submitted') change(project.approved(), 'approved')
      else if (what === 'reject' && present.status === 'submitted') change(project.rejected(), 'rejected')
      else if (what === 'revise' && present.status !== 'approved') change(project.revised(), 'submitted')
      else if (what === 'withdraw' && present.status !== 'approved') {
        change(project.withdrawn())
        projects.delete(key)
      }
    }
  }
  return { events, backups, run, nextRun }
}
