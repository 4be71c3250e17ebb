// The queries of certificates, and the code by which anybody can verify one. A code must be verifiable for years, in other installations
// too: so it has no key (one more secret to keep), and no event ids or positions (an import gives new ones). A code contains the user id.
// Without the id, a verification would need a table of all codes or a search through all users. So a printed certificate names its
// participant even after the account was deleted: participants accept that by sharing the certificate.

import {
  certificateEndpoints,
  type Certificate,
  type OwnCertificateResponse,
} from '@thirty/contracts/leaderboard/certificates-api.ts'
import { refuse } from '@thirty/contracts/endpoints/refusals.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import {
  type Completion,
  certificateCodePattern,
  certificateProgress,
  type CertificateProgress,
} from '@thirty/contracts/leaderboard/certificate.ts'
import {
  type History,
  currentRun,
  historyOf,
  isInHistory,
  isOfUnknownOrigin,
} from '@thirty/contracts/challenge/history.ts'
import { nameAs } from '@thirty/contracts/accounts/stand-ins.ts'
import { concurrencyLimit } from '@thirty/infra/concurrency-limit.ts'
import type { EventLog, RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import type { PastContext } from '../past-context.ts'
import { readChallenge } from '../read-challenge.ts'
import { createHash } from 'node:crypto'
import { isEventOf } from '@thirty/contracts/events/event-definition.ts'
import { projectEvents } from '@thirty/contracts/projects/events.ts'
import type { Runs } from '@thirty/contracts/challenge/challenge-state.ts'
import { possibleProjectIds, projectStream, subjectProject } from '@thirty/contracts/projects/project-id.ts'

/** Characters of the id of the participant: 16 bytes of base64url. */
const idLength = 22
/** Bytes of the digest: more than can be guessed. */
const digestBytes = 12

/**
 * Returns the code of a completion: the id of the participant, and a digest of the times of the completion and of the submissions. A code is
 * valid only if the log has its completion, so none can be forged.
 */
function certificateCode(user: string, { at, submittedAt }: Completion): string {
  const id = Buffer.from(user.replaceAll('-', ''), 'hex').toString('base64url')
  const facts = ['certificate', user, at, ...submittedAt].join('\n')
  const digest = createHash('sha256').update(facts).digest().subarray(0, digestBytes)
  return `${id}${digest.toString('base64url')}`
}

/** Returns the id of the participant of a code; `undefined` for a text that is not a code. */
function participantOfCode(code: string): string | undefined {
  if (!certificateCodePattern.test(code)) return undefined
  const hex = Buffer.from(code.slice(0, idLength), 'base64url').toString('hex')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** How many streams are read at once, for all requests together, and how many wait: the streams of some hundred requests. */
const reads = { maxConcurrent: 12, maxQueued: 5_000 }

/**
 * Certificates have no read model: they are folded from the projects of one participant (decision 0029). Requests are refused
 * with `busy` when too many streams wait to be read.
 */
export function certificateQueries({ log, standingAt, members, timeZone }: PastContext) {
  const progressOf = progressReader(log)

  const describe = async (
    user: string,
    { run, history, completions, isImported, isCurrentRun }: RunProgress,
    completion: Completion,
  ): Promise<Certificate> => {
    const [summaryOf, standing] = await Promise.all([
      members.personSummaries([user]),
      standingAt(history, completion.position, user),
    ])
    if (standing === undefined) throw new Error(`${user} has no standing at ${completion.position}.`)
    const valid = validCompletion(completions)
    return {
      code: certificateCode(user, completion),
      ...nameAs('name', summaryOf(user)),
      run,
      completedAt: completion.at,
      ...standing,
      ended: completion.ended,
      pending: completion.pending,
      replacedBy: completion.ended !== null && valid ? certificateCode(user, valid) : null,
      isCurrentRun,
      ...(isImported && { imported: true }),
      timeZone,
    }
  }

  return {
    /** Returns the certificate with a code; `undefined` for a certificate that the log does not prove. */
    ofCode: async (code: string): Promise<Certificate | undefined> => {
      const user = participantOfCode(code)
      if (user === undefined) return undefined
      const { runs } = await readChallenge(log)
      for await (const progress of progressOf(user, runs)) {
        // The log knows an imported run only from its file.
        if (progress.isImported) continue
        const completion = progress.completions.find((each) => certificateCode(user, each) === code)
        if (completion !== undefined) return describe(user, progress, completion)
      }
      return undefined
    },
    /** Returns the certificate of a participant in the current run, and the certificates of other runs. */
    own: async (user: string): Promise<OwnCertificateResponse> => {
      const { runs } = await readChallenge(log)
      const own: Omit<OwnCertificateResponse, 'success'> = { days: [], certificate: null, earlier: [] }
      /** A run says of the completions that it has whether they still hold, so an earlier one does not. */
      const seen = new Set<string>()
      for await (const progress of progressOf(user, runs)) {
        const { run, days, completions, isImported, isCurrentRun } = progress
        const completion = validCompletion(completions)
        const code = completion && certificateCode(user, completion)
        if (isCurrentRun) {
          own.days = [...days]
          own.certificate = completion ? await describe(user, progress, completion) : null
        } else if (completion && code !== undefined && !isImported && !seen.has(code))
          own.earlier.push({ code, run, completedAt: completion.at })
        for (const each of completions) seen.add(certificateCode(user, each))
      }
      return own
    },
  }
}

export const certificateHandlers = (queries: ReturnType<typeof certificateQueries>): Endpoint[] => [
  endpoint(certificateEndpoints.mine)(({ caller }) => queries.own(caller.id)),
  endpoint(certificateEndpoints.ofCode)(async ({ params }) => ({
    certificate:
      (await queries.ofCode(params.code)) ?? refuse('certificate-not-found', 'certificateNotFound'),
  })),
]

/** Returns the completion that still holds at the end of a history. */
function validCompletion(completions: readonly Completion[]): Completion | undefined {
  const last = completions.at(-1)
  return last?.ended === null ? last : undefined
}

/**
 * How far a participant is in a run. While the leaderboard is frozen, later completions are not known: their points are not public
 * yet.
 */
type RunProgress = CertificateProgress & {
  run: number
  isCurrentRun: boolean
  history: History
  /** Whether it follows from events of a backup file without a known signature. */
  isImported: boolean
}

/**
 * Returns what yields how far a participant is in all runs: the current one, those before it, newest first, then imports. Each stream of a
 * project is read once, also if several runs have it in their history.
 */
function progressReader(log: Pick<EventLog, 'read'>) {
  const limit = concurrencyLimit(reads)

  return async function* (user: string, known: Runs): AsyncGenerator<RunProgress> {
    const { runs, current } = known
    const { frozenAt = Infinity } = currentRun(known)
    const projects = new Map<string, Promise<readonly RecordedEvent[]>>()

    const eventsOf = (project: string): Promise<readonly RecordedEvent[]> => {
      const reading = projects.get(project) ?? limit(() => Array.fromAsync(log.read(projectStream(project))))
      projects.set(project, reading)
      return reading
    }

    const progressIn = async (run: number): Promise<RunProgress> => {
      const history = historyOf({ run }, runs)
      const events = (await Promise.all(possibleProjectIds(history, user).map(eventsOf))).flat()
      const steps = events.flatMap((event) => {
        const project = subjectProject(event.stream)
        if (!project || !isEventOf(projectEvents, event) || !isInHistory(history, event)) return []
        const { type, at, position, metadata } = event
        return [{ type, project: project.id, day: project.day, at, position, run: metadata.run }]
      })
      const progress = certificateProgress(steps)
      const isCurrentRun = run === current
      const isPublic = ({ at }: Completion) => !isCurrentRun || Date.parse(at) < frozenAt
      return {
        run,
        isCurrentRun,
        history,
        isImported: steps.some((step) => isOfUnknownOrigin(runs, step.run)),
        ...progress,
        completions: progress.completions.filter(isPublic),
      }
    }

    const others = [...new Set([1, ...runs.keys()])].filter((run) => run !== current)
    const newestFirst = others.sort((left, right) => right - left)
    const hasBegun = (run: number) => run === 1 || runs.get(run)?.begun !== undefined
    const isFromFile = (run: number) => !hasBegun(run) && runs.get(run)?.imported !== undefined
    for (const run of [current, ...newestFirst.filter(hasBegun), ...newestFirst.filter(isFromFile)])
      yield progressIn(run)
  }
}
