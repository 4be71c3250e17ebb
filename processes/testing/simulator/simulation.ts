import { randomUUID } from 'node:crypto'
import { toAction } from '@thirty/command-api/testing/challenge-model/actions.ts'
import { expectPlaces } from '@thirty/command-api/testing/challenge-model/compare-places.ts'
import { httpDriver } from '@thirty/command-api/testing/challenge-model/http-driver.ts'
import { perform } from '@thirty/command-api/testing/challenge-model/model.ts'
import { narrowed } from '@thirty/command-api/testing/challenge-model/step.ts'
import {
  everybody,
  isAdmin,
  newWorld,
  type Actor,
  type World,
} from '@thirty/command-api/testing/challenge-model/world.ts'
import type { TestContext } from '@thirty/command-api/testing/test-context.ts'
import type { OwnDataResponse } from '@thirty/contracts/accounts/own-data-api.ts'
import { inProcessPublisher } from '@thirty/infra/live/live-publisher.ts'
import { memoryReadModelStore } from '@thirty/infra/read-models/memory.ts'
import { fakeScheduler, flushPromises } from '@thirty/infra/testing/fake-scheduler.ts'
import { compareReadModel } from '@thirty/projections/self-check/compare.ts'
import { fakeEventLog } from '@thirty/projections/testing/fake-event-log.ts'
import { expect } from 'vitest'
import { expectQueries } from '../history-model/comparison.ts'
import { idOf } from '../history-model/installation.ts'
import { noFaults } from './faults.ts'
import type { Step } from './schedule.ts'
import {
  startSimulatedProcess,
  type RequestParts,
  type SimulatedProcess,
  type SimulatedResponse,
} from './simulated-process.ts'

type ActionTemplate = Extract<Step, { kind: 'act' }>['template']

/** Milliseconds after which a caller gives up a request that is not answered. */
const patienceMs = 20_000
/** Milliseconds within which a process notices that the store was emptied, or that another process is gone. */
const noticeMs = 10_000
/** Milliseconds within which everything is shown once nothing is broken. */
const recoveryMs = 60_000

/**
 * Two processes over one log and one store of read models, with a clock that only the simulation moves, and a model of what the people have
 * done. A request that fails is sent again, with the same key, until it is answered; so the product must match the model after any fault.
 */
export class Simulation {
  readonly #time = fakeScheduler()
  readonly #log = fakeEventLog()
  readonly #store = memoryReadModelStore({ live: inProcessPublisher(), clock: this.#time.now })
  readonly #context: TestContext
  readonly #processes: SimulatedProcess[] = []
  /** Killed processes: their work stops until the simulation ends. */
  readonly #killed: SimulatedProcess[] = []
  readonly #driver: ReturnType<typeof httpDriver>
  #started = 0
  #world: World = newWorld
  /** When the latest action was taken: a start that is sent again names the same time. */
  #actedAt = 0
  /** The highest position of a log that was put back. */
  #highestEnd = 0n
  /** Where requests go first. */
  #preferred = 0
  /** The ends of the log after acknowledged actions, with what was true there. */
  readonly #moments: { position: bigint; world: World; backups: number }[] = []

  constructor(context: TestContext) {
    this.#context = context
    this.#driver = httpDriver({
      send: async (actor, ...request) => {
        const { status, json } = await this.#untilAnswered(actor, ...request)
        // Safe: every response of the API is a JSON object.
        return { status, body: json as Record<string, unknown> }
      },
      idOf,
      imageUrlOf: (actor) => this.#context.imageUrlOf(idOf(actor)),
      now: () => this.#actedAt,
    })
  }

  /** The number of completed actions, and the number of restores among them. */
  acknowledged = 0
  restores = 0

  /** Starts the processes, with an account for everybody. */
  async start(): Promise<void> {
    for (const actor of everybody) {
      const names = { fullName: 'Somebody', username: `the_${actor}`, email: `${actor}@people.example` }
      const role = isAdmin(actor) ? 'admin' : 'participant'
      this.#log.add(`user-${idOf(actor)}`, 'UserRegistered', { ...names, role })
    }
    for (const index of [0, 1]) await this.#startProcess(index)
    await this.#recover()
    this.#remember()
  }

  async run(step: Step): Promise<void> {
    const chosen = 'process' in step ? this.#processes[step.process] : undefined
    switch (step.kind) {
      case 'act':
        this.#preferred = step.process
        return this.#act(step.template)
      case 'time':
        return this.#time.advance(step.ms)
      case 'log':
        return void (chosen && (chosen.faults.log = step.log))
      case 'store':
        return void (chosen && (chosen.faults.store = 'refuses'))
      case 'slow':
        return void (chosen && (chosen.faults.delayMs = step.ms))
      case 'clock':
        return void (chosen && (chosen.faults.aheadMs = step.ms))
      case 'stall':
        return chosen?.stall()
      case 'kill':
        return this.#replace(step.process)
      case 'restart':
        chosen?.wake()
        await this.#settle(chosen?.stop())
        return this.#startProcess(step.process)
      case 'lose the store':
        for (const key of this.#store.liveReadModels()) await this.#store.drop(key)
        return
      case 'put back':
        return this.#putBack(step.pick)
      case 'heal':
        return this.#heal(chosen)
    }
  }

  /** Mends everything, and compares every answer, every place in the log and every read model with the model. */
  async verify(): Promise<void> {
    await this.#recover()
    for (const one of this.#processes) {
      const ask = async (actor: Actor, method: string, path: string) => {
        const answer = await this.#settle(one.request(this.#tokenOf(actor), method, path))
        expectEqual({ path, status: answer.status }, { path, status: 200 })
        return answer
      }
      // Safe: the comparison reads status and JSON only.
      await expectQueries({ ask } as Parameters<typeof expectQueries>[0], this.#driver, this.#world)
      await expectPlaces(one.commands, this.#driver, this.#world)
      for (const actor of everybody)
        expectOwnData(await ask(actor, 'GET', '/api/auth/export'), actor, this.#world)
      for (const projection of one.shownProjections()) {
        const options = { log: this.#log, store: this.#store, pace: () => Promise.resolve() }
        const compared = await this.#settle(compareReadModel(projection, options))
        expectEqual({ name: projection.name, ...compared?.differences }, { name: projection.name })
      }
    }
  }

  async end(): Promise<void> {
    for (const one of [...this.#processes, ...this.#killed]) {
      this.#heal(one)
      await this.#settle(one.stop())
    }
  }

  async #act(template: ActionTemplate): Promise<void> {
    const action = toAction(template, this.#world)
    const expected = perform(this.#world, action)
    const key = randomUUID()
    this.#actedAt = this.#time.now()
    const outcome = await this.#driver.perform(action, key)
    expectEqual({ action, outcome }, { action, outcome: narrowed(expected.outcome, outcome) })
    if (template.isRetried)
      expectEqual({ action, retried: await this.#driver.perform(action, key) }, { action, retried: outcome })
    this.#world = expected.world
    if ('done' in outcome) {
      this.acknowledged += 1
      if (action.what === 'restore') this.restores += 1
    }
    this.#remember()
  }

  #remember(): void {
    const { backups } = this.#driver
    this.#moments.push({ position: this.#log.end(), world: this.#world, backups: backups.length })
  }

  /** Puts the log back to what it was after an earlier action, as operators do with a copy; the model loses what came later, too. */
  #putBack(pick: number): void {
    const index = pick % this.#moments.length
    const moment = this.#moments[index]
    if (moment === undefined) return
    this.#highestEnd = this.#log.end() > this.#highestEnd ? this.#log.end() : this.#highestEnd
    this.#moments.splice(index + 1)
    this.#log.putBack(moment.position)
    this.#world = moment.world
    this.#driver.forgetBackups(moment.backups)
  }

  async #untilAnswered(actor: Actor, ...request: RequestParts): Promise<SimulatedResponse> {
    const end = this.#time.now() + 10 * patienceMs
    for (let attempt = 0; this.#time.now() < end; attempt++) {
      const index = (this.#preferred + attempt) % this.#processes.length
      const one = this.#processes[index]
      const answer = await this.#answerOf(one?.request(this.#tokenOf(actor), ...request))
      if (answer !== undefined && answer.status < 500) return answer
      // A process that does not answer is ended: otherwise it might do late what was sent again and then undone.
      if (answer === undefined) await this.#replace(index)
      else if (attempt % 4 === 3) this.#heal(one)
      await this.#time.advance(500)
    }
    throw new Error(`${request.join(' ')} was never answered.`)
  }

  /** Returns what a promise resolves to, or `undefined` after `patienceMs`. Time passes meanwhile. */
  async #answerOf<Value>(promise: Promise<Value> | undefined): Promise<Value | undefined> {
    let outcome: { value: Value } | { error: unknown } | undefined
    promise?.then(
      (value) => (outcome = { value }),
      (error: unknown) => (outcome = { error }),
    )
    const isSettled = () => outcome !== undefined
    const end = this.#time.now() + patienceMs
    while (!isSettled() && this.#time.now() < end) {
      for (let turn = 0; turn < 20 && !isSettled(); turn++) await flushPromises()
      if (!isSettled()) await this.#time.advance(50)
    }
    if (outcome === undefined) return undefined
    if ('error' in outcome) throw outcome.error
    return outcome.value
  }

  async #settle<Value>(promise: Promise<Value> | undefined): Promise<Value> {
    const settled = await this.#answerOf(promise?.then((value) => ({ value })))
    if (settled === undefined) throw new Error('Nothing came of it.')
    return settled.value
  }

  #heal(one: SimulatedProcess | undefined): void {
    one?.wake()
    if (one) Object.assign(one.faults, noFaults)
  }

  /** Kills a process, and starts another one in its place. */
  async #replace(index: number): Promise<void> {
    const [old] = this.#processes.splice(index, 1)
    old?.stall()
    if (old) this.#killed.push(old)
    await this.#startProcess(index, true)
  }

  async #startProcess(index: number, isMissing = this.#processes.length <= index): Promise<void> {
    const parts = { time: this.#time, log: this.#log, store: this.#store, context: this.#context }
    const started = await startSimulatedProcess(`process ${this.#started++}`, parts)
    this.#processes.splice(index, isMissing ? 0 : 1, started)
  }

  /** Mends everything, and waits until every process shows the end of the log. */
  async #recover(): Promise<void> {
    for (const one of this.#processes) this.#heal(one)
    await this.#time.advance(noticeMs)
    // A build that began before the log was put back is complete once the log is as long as it was then.
    do this.#log.add(`user-${idOf('p0')}`, 'NothingHappened')
    while (this.#log.end() < this.#highestEnd)
    const end = this.#time.now() + recoveryMs
    for (const one of this.#processes)
      while (!(await this.#settle(one.shows(this.#log.end())))) {
        if (this.#time.now() > end)
          throw new Error('A process does not show the current run up to the end of the log.')
        await this.#time.advance(500)
      }
  }

  #tokenOf = (actor: Actor): string => this.#context.tokenOf(idOf(actor), { isAdmin: isAdmin(actor) })
}

const expectEqual = (found: object, expected: object): void => expect(found).toEqual(expected)

/** Expects that the data that somebody exports has their projects, and the ratings that they gave in the current run. */
function expectOwnData({ json }: SimulatedResponse, actor: Actor, { contest, run }: World): void {
  // Safe: the schema of the response defines this type; other specs check it.
  const { projects, ratings } = json as OwnDataResponse
  const shown = projects.map(({ projectName, status }) => `${projectName} ${status}`)
  const present = [...contest.projects.values()].filter(({ status }) => status !== 'withdrawn')
  const own = present.filter(({ owner }) => owner === actor).map(({ name, status }) => `${name} ${status}`)
  expect([actor, shown.sort()]).toEqual([actor, own.sort()])
  const inRun = ratings.filter(({ projectId }) => projectId.startsWith(`r${run}-`))
  const given = present.filter((project) => project.run === run && project.ratings.has(actor))
  expect([actor, inRun.length]).toEqual([actor, given.length])
}
