import { setTimeout as pause } from 'node:timers/promises'
import { imageNames } from '@thirty/command-api/images/image-names.ts'
import type { RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import { systemClock } from '@thirty/infra/clock.ts'
import { sessionTokens, type SessionTokens } from '@thirty/infra/http/authentication/session-tokens.ts'
import { participantId } from '../../infra/bench/load/seed-community.ts'
import { publicUrl, type Cluster } from '../support/cluster.ts'
import { projectScenarios, type ProjectScenario, type ScenarioStep } from './project-scenarios.ts'

export type TrafficOptions = {
  cluster: Pick<Cluster, 'webs' | 'jwtSecret'>
  /** Courses that go on at the same time; 16 when missing. */
  concurrency?: number
}

/** A course, and how many of its deeds were accepted. */
type Way = { course: ProjectScenario; done: number }

/** Milliseconds after which a request counts as unanswered, and between two tries of one. */
const patience = 10_000
const pauseBetween = 200
/** Tries of one deed before the product is given up: about two minutes of an outage. */
const mostTries = 600

/** One in so many deeds is asked for once more, at another process, as by somebody whose answer was lost. */
const repeated = 16

type Answer = { position: string; pending?: true }

/**
 * People who do things, at all web processes in turns. Whatever is not accepted is tried again under its own key, at
 * another process, and so is some of what was; what the log must hold because of them is written down.
 */
export class Traffic {
  /** How many deeds were accepted so far, and how many of them with `pending`. */
  acceptedCount = 0
  pendingCount = 0
  /** Answers other than acceptance, and requests without one. */
  readonly retriedErrors: string[] = []
  /** Position of the newest event that was acknowledged. */
  newestPosition = -1n
  readonly #options: TrafficOptions
  readonly #tokens: SessionTokens
  readonly #pictureOf: (user: string) => string
  readonly #courses = projectScenarios()
  readonly #ways: (Way | undefined)[]
  readonly #left = new Map<string, string[]>()
  #begun = 0
  #goal = 0
  #turn = 0
  #nextAt = 0
  #gap = 0

  constructor(options: TrafficOptions) {
    const { jwtSecret: secret } = options.cluster
    this.#tokens = sessionTokens({ secret, issuer: publicUrl, clock: systemClock })
    const pictures = imageNames(secret)
    this.#options = options
    this.#pictureOf = (user) => `/uploads/${pictures.nameFor(user)}`
    this.#ways = Array.from({ length: options.concurrency ?? 16 }, () => this.#fresh())
  }

  /**
   * Goes on until so many more deeds are accepted, or it is told to rest; as fast as the product takes them, or at most
   * so many per second. Throws when one is refused, or not answered for minutes.
   */
  run(count = Infinity, perSecond = Infinity): Promise<void> {
    this.#goal = this.#begun + count
    this.#gap = 1_000 / perSecond
    const done = Promise.all(this.#ways.map((_way, at) => this.#walk(at))).then(() => undefined)
    // Whoever waits for something else first hears of it when they come to wait for this.
    done.catch(() => undefined)
    return done
  }

  /** A session of one of those who do things, by number. */
  tokenFor(number: number): string {
    return this.#tokens.issue({ id: participantId(number), version: 0 })
  }

  /** Begins nothing more: `go` ends when everything under way is accepted. */
  stop(): void {
    this.#goal = this.#begun
  }

  /** What is wrong with a log after all this: a deed that is missing in it, or there twice, or out of order. */
  findLogErrors(events: readonly RecordedEvent[]): string[] {
    const found = new Map<string, string[]>()
    for (const { stream, type } of events) {
      if (this.#left.has(stream)) found.set(stream, [...(found.get(stream) ?? []), type])
    }
    return [...this.#left].flatMap(([stream, types]) => {
      const held = found.get(stream)?.join(', ')
      return held === types.join(', ') ? [] : [`${stream} holds ${held}, not ${types.join(', ')}`]
    })
  }

  #fresh(): Way | undefined {
    const { value } = this.#courses.next()
    return value && { course: value, done: 0 }
  }

  async #walk(at: number): Promise<void> {
    while (this.#begun < this.#goal) {
      const way = this.#ways[at]
      const deed = way?.course.steps[way.done]
      if (!way || !deed) throw new Error('There is nothing left to do.')
      this.#begun += 1
      await this.#pace()
      await this.#insist(deed, `${way.course.stream}/${way.done}`)
      this.#left.set(way.course.stream, [...(this.#left.get(way.course.stream) ?? []), deed.expectedEvent])
      way.done += 1
      if (way.done === way.course.steps.length) this.#ways[at] = this.#fresh()
    }
  }

  /** Keeps deeds apart, those of all ways together. */
  async #pace(): Promise<void> {
    const now = performance.now()
    const at = Math.max(this.#nextAt, now)
    this.#nextAt = at + this.#gap
    if (at > now) await pause(at - now)
  }

  async #insist(deed: ScenarioStep, key: string): Promise<void> {
    const picture = deed.hasScreenshot && { imageUrl: this.#pictureOf(deed.userId) }
    const request = {
      method: deed.method,
      headers: {
        authorization: `Bearer ${this.#tokens.issue({ id: deed.userId, version: 0 })}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      ...(deed.body && { body: JSON.stringify({ ...deed.body, ...picture }) }),
    }
    const answer = await this.#answered(deed.path, request)
    this.acceptedCount += 1
    if (answer.pending) this.pendingCount += 1
    if (BigInt(answer.position) > this.newestPosition) this.newestPosition = BigInt(answer.position)
    if (this.acceptedCount % repeated !== 0) return
    const again = await this.#answered(deed.path, request)
    if (again.position !== answer.position)
      throw new Refused(
        `${deed.path}: asked for twice, it was done at ${answer.position} and ${again.position}`,
      )
  }

  /** Asks until it is answered. */
  async #answered(path: string, request: RequestInit): Promise<Answer> {
    for (let tries = 1; ; tries++) {
      const answer = await this.#ask(path, request)
      if (typeof answer !== 'string') return answer
      this.retriedErrors.push(answer)
      if (tries === mostTries) throw new Error(answer)
      await pause(pauseBetween)
    }
  }

  /** Answers in words what stood in the way for the moment, if anything did. Throws for a refusal. */
  async #ask(path: string, request: RequestInit): Promise<Answer | string> {
    const { webs } = this.#options.cluster
    const { url = '' } = webs[this.#turn++ % webs.length] ?? {}
    try {
      const response = await fetch(`${url}${path}`, { ...request, signal: AbortSignal.timeout(patience) })
      const text = await response.text()
      if (!response.ok) return momentary(response.status, `${path}: ${response.status} ${text}`)
      // The product answers by its contract; without a position the next step throws.
      return JSON.parse(text) as Answer
    } catch (error) {
      if (error instanceof Refused) throw error
      return `${path}: ${String(error)} ${error instanceof Error ? String(error.cause) : ''}`
    }
  }
}

/** The product said no, and would say so again. */
class Refused extends Error {}

function momentary(status: number, words: string): string {
  // 409: the same request is still under way at another process.
  if (status === 503 || (status === 409 && words.includes('in-flight'))) return words
  throw new Refused(words)
}
