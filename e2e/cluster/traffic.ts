import { setTimeout as pause } from 'node:timers/promises'
import { imageNames } from '@thirty/command-api/images/image-names.ts'
import type { RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import { systemClock } from '@thirty/infra/scheduler.ts'
import { sessionTokens, type SessionTokens } from '@thirty/infra/http/authentication/caller-tokens.ts'
import { participantId } from '../../bench/load/seed-community.ts'
import { publicUrl, type Cluster } from '../support/cluster.ts'
import { projectScenarios, type ProjectScenario, type ScenarioStep } from './project-scenarios.ts'

export type TrafficOptions = {
  cluster: Pick<Cluster, 'webs' | 'jwtSecret'>
  /** Scenarios that run at the same time. Default: 16. */
  concurrency?: number
}

/** A scenario, and the number of its steps that were accepted. */
type ScenarioRun = { scenario: ProjectScenario; completedSteps: number }

/** Milliseconds after which a request counts as failed, and between two attempts. */
const timeoutMs = 30_000
const retryDelayMs = 200
/** Attempts of one step before the run fails: about two minutes of an outage. */
const maxAttempts = 600

/** One in this many accepted commands is sent again to another process, as by a client that lost the response. */
const repeatEvery = 16

type CommandResponse = { position: string; pending?: true }

/**
 * Sends commands to all web processes, round robin. A command that is not accepted is retried with its idempotency key at
 * another process. Records which events the log must contain as a result.
 */
export class Traffic {
  /** Commands accepted so far, and how many of them with `pending`. */
  acceptedCount = 0
  pendingCount = 0
  /** Responses other than acceptance, and failed requests. */
  readonly retriedErrors: string[] = []
  readonly #options: TrafficOptions
  readonly #tokens: SessionTokens
  readonly #imageUrl: (user: string) => string
  readonly #scenarios: ReturnType<typeof projectScenarios>
  readonly #runs: (ScenarioRun | undefined)[]
  readonly #expectedEvents = new Map<string, string[]>()
  #startedCount = 0
  #goal = 0
  #nextWeb = 0
  #nextStepAt = 0
  #intervalMs = 0

  constructor(options: TrafficOptions) {
    const { jwtSecret: secret } = options.cluster
    this.#tokens = sessionTokens({ secret, issuer: publicUrl, clock: systemClock })
    const images = imageNames(secret)
    this.#options = options
    this.#scenarios = projectScenarios()
    this.#imageUrl = (user) => `/uploads/${images.nameFor(user)}`
    this.#runs = Array.from({ length: options.concurrency ?? 16 }, () => this.#nextScenario())
  }

  /**
   * Sends commands, at most `perSecond` of them each second. Resolves when `count` more have been accepted, or after
   * `stop`. Rejects when one is refused or gets no response for minutes.
   */
  run(count = Infinity, perSecond = Infinity): Promise<void> {
    this.#goal = this.#startedCount + count
    this.#intervalMs = 1_000 / perSecond
    const done = Promise.all(this.#runs.map((_run, index) => this.#runScenarios(index))).then(() => undefined)
    // It may reject before the caller awaits it.
    done.catch(() => undefined)
    return done
  }

  /** Returns a session token of a participant, by number. */
  tokenFor(number: number): string {
    return this.#tokens.issue({ id: participantId(number), version: 0 })
  }

  /** Sends no further command. `run` resolves when those in flight have been accepted. */
  stop(): void {
    this.#goal = this.#startedCount
  }

  /** Returns a message for each stream whose events are not exactly the events of the accepted commands, in order. */
  findLogErrors(events: readonly RecordedEvent[]): string[] {
    const found = new Map<string, string[]>()
    for (const { stream, type } of events) {
      if (this.#expectedEvents.has(stream)) found.set(stream, [...(found.get(stream) ?? []), type])
    }
    return [...this.#expectedEvents].flatMap(([stream, types]) => {
      const actual = found.get(stream)?.join(', ')
      const expected = types.join(', ')
      return actual === expected ? [] : [`${stream} contains ${actual} instead of ${expected}`]
    })
  }

  #nextScenario(): ScenarioRun | undefined {
    const { value } = this.#scenarios.next()
    return value && { scenario: value, completedSteps: 0 }
  }

  async #runScenarios(index: number): Promise<void> {
    while (this.#startedCount < this.#goal) {
      const run = this.#runs[index]
      const step = run?.scenario.steps[run.completedSteps]
      if (!run || !step) throw new Error('There are no scenarios left.')
      this.#startedCount += 1
      await this.#throttle()
      const { stream } = run.scenario
      await this.#execute(step, `${stream}/${run.completedSteps}`)
      this.#expectedEvents.set(stream, [...(this.#expectedEvents.get(stream) ?? []), step.expectedEvent])
      run.completedSteps += 1
      if (run.completedSteps === run.scenario.steps.length) this.#runs[index] = this.#nextScenario()
    }
  }

  /** Spaces the steps of all scenarios. */
  async #throttle(): Promise<void> {
    const now = performance.now()
    const startAt = Math.max(this.#nextStepAt, now)
    this.#nextStepAt = startAt + this.#intervalMs
    if (startAt > now) await pause(startAt - now)
  }

  async #execute(step: ScenarioStep, idempotencyKey: string): Promise<void> {
    const screenshot = step.hasScreenshot && { imageUrl: this.#imageUrl(step.userId) }
    const request = {
      method: step.method,
      headers: {
        authorization: `Bearer ${this.#tokens.issue({ id: step.userId, version: 0 })}`,
        'content-type': 'application/json',
        'idempotency-key': idempotencyKey,
      },
      ...(step.body && { body: JSON.stringify({ ...step.body, ...screenshot }) }),
    }
    const response = await this.#sendUntilAccepted(step.path, request)
    this.acceptedCount += 1
    if (response.pending) this.pendingCount += 1
    if (this.acceptedCount % repeatEvery !== 0) return
    const repeated = await this.#sendUntilAccepted(step.path, request)
    if (repeated.position !== response.position)
      throw new CommandRefused(
        `${step.path}: a repeated command was executed twice, at ${response.position} and ${repeated.position}`,
      )
  }

  async #sendUntilAccepted(path: string, request: RequestInit): Promise<CommandResponse> {
    for (let attempt = 1; ; attempt++) {
      const result = await this.#send(path, request)
      if (typeof result !== 'string') return result
      this.retriedErrors.push(result)
      if (attempt === maxAttempts) throw new Error(result)
      await pause(retryDelayMs)
    }
  }

  /** Returns the response, or a message for an error that a retry may solve. Throws `CommandRefused` for a refusal. */
  async #send(path: string, request: RequestInit): Promise<CommandResponse | string> {
    const { webs } = this.#options.cluster
    const { url = '' } = webs[this.#nextWeb++ % webs.length] ?? {}
    try {
      const response = await fetch(`${url}${path}`, { ...request, signal: AbortSignal.timeout(timeoutMs) })
      const text = await response.text()
      if (!response.ok) return retriableError(response.status, `${path}: ${response.status} ${text}`)
      // The contract defines this type; without a position the caller throws.
      return JSON.parse(text) as CommandResponse
    } catch (error) {
      if (error instanceof CommandRefused) throw error
      return `${path}: ${String(error)} ${error instanceof Error ? String(error.cause) : ''}`
    }
  }
}

/** A refusal that a retry cannot change. */
class CommandRefused extends Error {}

function retriableError(status: number, message: string): string {
  // 409 in-flight: another process still handles the same request.
  if (status === 503 || (status === 409 && message.includes('in-flight'))) return message
  throw new CommandRefused(message)
}
